; guard-context: e - f >= 0 and f >= 0 give e >= 0, e + f < 0 and f >= 0 give e < 0
; expect: unsat
(set-logic QF_LIA)
(declare-const e Int)
(declare-const f Int)
(assert (>= f 0))
(assert (or (and (>= (- e f) 0) (not (>= e 0))) (and (< (+ e f) 0) (>= e 0))))
(check-sat)
