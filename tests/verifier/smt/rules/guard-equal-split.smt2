; guard: [g x + c = 0] = [x = 0][c = 0] when -g < c < g
; expect: unsat
(set-logic QF_LIA)
(declare-const x Int)
(declare-const c Int)
(assert (and (< (- 8) c) (< c 8)))
(assert (not (= (= (+ (* 8 x) c) 0) (and (= x 0) (= c 0)))))
(check-sat)
