import dataclasses


@dataclasses.dataclass
class Case:
    name: str
    logical: str
    plan: str
    expected: str          # equal, different, unproved (equal or without meaning, but not modelled), invalid
    contract: str = ""
    hidden: bool = False   # different, but not on the inputs or in the numbers that the interpreter can try
    known_hole: bool = False
