; sum-unused: a value that does not depend on v, added once for each of 4 places
; expect: unsat
(set-logic QF_LRA)
(declare-const f Real)
(assert (not (= (+ f f f f) (* 4.0 f))))
(check-sat)
