; sum-product, sum-eliminate: a factor goes into and out of a sum, here of 3 places
; expect: unsat
(set-logic QF_NRA)
(declare-const g Real)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(assert (not (= (* g (+ a b c)) (+ (* g a) (* g b) (* g c)))))
(check-sat)
