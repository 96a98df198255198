; sum-shrink: the places v of [0, n) with v >= k are the places u + k with u in [0, n - k)
; expect: unsat
(set-logic QF_LIA)
(declare-const v Int)
(declare-const n Int)
(declare-const k Int)
(assert (and (<= 0 k) (< k n)))
(assert (not (= (and (<= 0 v) (< v n) (>= v k)) (and (<= 0 (- v k)) (< (- v k) (- n k))))))
(check-sat)
