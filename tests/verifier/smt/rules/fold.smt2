; fold, refold: content and a common factor of a sum
; expect: unsat
(set-logic QF_NRA)
(declare-const m Real)
(declare-const a Real)
(declare-const b Real)
(assert (not (= (+ (* 6.0 m a) (* 4.0 m b)) (* 6.0 m (+ a (* (/ 2.0 3.0) b))))))
(check-sat)
