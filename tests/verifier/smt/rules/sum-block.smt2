; sum-block: 0 <= e - c v < c exactly for v = e div c, here c = 12
; expect: unsat
(set-logic QF_LIA)
(declare-const v Int)
(declare-const e Int)
(assert (not (= (and (<= 0 (- e (* 12 v))) (< (- e (* 12 v)) 12)) (= v (div e 12)))))
(check-sat)
