; merge-guards: p [x >= 3] + q [x <= 7] swept by breakpoints
; expect: unsat
(set-logic QF_LIRA)
(declare-const x Int)
(declare-const p Real)
(declare-const q Real)
(assert (not (= (+ (ite (>= x 3) p 0.0) (ite (<= x 7) q 0.0))
                (+ (ite (< x 3) q 0.0) (ite (and (<= 3 x) (<= x 7)) (+ p q) 0.0) (ite (> x 7) p 0.0)))))
(check-sat)
