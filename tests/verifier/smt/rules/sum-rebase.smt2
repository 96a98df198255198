; sum-rebase: v in [a, b) with w = v + c is w in [a + c, b + c)
; expect: unsat
(set-logic QF_LIA)
(declare-const v Int)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (not (= (and (<= a v) (< v b)) (and (<= (+ a c) (+ v c)) (< (+ v c) (+ b c))))))
(check-sat)
