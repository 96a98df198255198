; power: numbers that are not negative and have equal squares are equal, so a root of a^2 b^2 is the product of the roots
; expect: unsat
(set-logic QF_NRA)
(declare-const p Real)
(declare-const r Real)
(assert (and (>= p 0.0) (>= r 0.0)))
(assert (= (* r r) (* p p)))
(assert (not (= r p)))
(check-sat)
