"""Exports training steps for the lockstep tool."""

from .export import Exported, ExportError, export

__all__ = ["export", "Exported", "ExportError"]
__version__ = "0.1.0"
