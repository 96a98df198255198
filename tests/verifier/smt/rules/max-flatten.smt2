; max-flatten: a maximum of maxima is one maximum, here of two and two
; expect: unsat
(set-logic QF_LRA)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const d Real)
(define-fun max ((x Real) (y Real)) Real (ite (>= x y) x y))
(assert (not (= (max (max a b) (max c d)) (max (max (max a b) c) d))))
(check-sat)
