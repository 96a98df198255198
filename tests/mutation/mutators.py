"""All mutators, and the choice of mutants of a plan."""
import block_mutators
import collective_lines
import flow_lines
import scalar_lines
import shape_lines
import value_mutators

# What a line must hold for a mutator that looks for something rare.
WORDS = {"swap_results": "return ", "stale_result": "return ", "other_sharding": "manual_computation",
         "moved_sharding": "manual_computation", "groups_of_one": "all_reduce", "reversed_pairs": "source_target_pairs",
         "change_pairs": "source_target_pairs", "reverse_groups": "replica_groups", "rotate_groups": "replica_groups",
         "other_axes": "replica_groups", "move_padding": "stablehlo.pad", "swap_cases": "stablehlo.select",
         "other_direction": "stablehlo.compare", "iota_dim": "stablehlo.iota", "gather_dims": "dims = [",
         "shift_slice": "stablehlo.slice", "slice_stride": "stablehlo.slice", "start_index": "stablehlo.dynamic_",
         "contracting": "dot_general", "reduce_init": "stablehlo.reduce(", "reduce_dims": "stablehlo.reduce(",
         "other_reduction": "applies", "off_by_one_constant": "constant", "scale_constant": "constant", "move_epsilon": "constant"}
WORDS.update(block_mutators.WORDS)
WORDS.update(value_mutators.WORDS)


def of_line(change):
    """A change of one line as a mutator of a program."""
    def apply(program, at, rng):
        new = change(program.lines[at], program.context(at), rng)
        return None if new is None else (at, new.split("\n"))
    return apply


MUTATORS = {name: of_line(change) for family in (collective_lines, scalar_lines, shape_lines, flow_lines)
            for name, change in family.MUTATORS.items()}
MUTATORS.update(block_mutators.MUTATORS)
MUTATORS.update(value_mutators.MUTATORS)


def mutants(program, count, rng, kinds):
    """Round robin over the mutators; of each only lines where it finds something.

    Yields the mutator, the number of the first changed line, the old lines, the new ones and the whole text.
    """
    kinds = list(kinds)
    places = {}
    for kind in kinds:
        bodies = [(program.main, program.main)] if kind == "donation" else program.bodies
        places[kind] = [i for first, last in bodies for i in range(first, last + 1) if WORDS.get(kind, "") in program.lines[i]]
        rng.shuffle(places[kind])
    seen, live = set(), [k for k in kinds if places[k]]
    rng.shuffle(live)
    while live and len(seen) < count:
        for kind in list(live):
            if len(seen) >= count:
                return
            for tries in range(60):
                if not places[kind]:
                    live.remove(kind)
                    break
                at = places[kind].pop()
                changed = MUTATORS[kind](program, at, rng)
                if changed is None:
                    continue
                last, new = changed
                old = program.lines[at:last + 1]
                if new == old or (at, "\n".join(new)) in seen:
                    continue
                seen.add((at, "\n".join(new)))
                places[kind].insert(0, at)  # may be changed in another way later
                yield kind, at + 1, old, new, program.replaced(at, last, new)
                break
