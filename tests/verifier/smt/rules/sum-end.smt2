; sum-end: [v <= F] on [0, n) is [v in [0, F + 1)] when 1 <= F + 1 <= n
; expect: unsat
(set-logic QF_LIA)
(declare-const v Int)
(declare-const F Int)
(declare-const n Int)
(assert (and (<= 1 (+ F 1)) (<= (+ F 1) n)))
(assert (not (= (and (<= 0 v) (< v n) (<= v F)) (and (<= 0 v) (< v (+ F 1))))))
(check-sat)
