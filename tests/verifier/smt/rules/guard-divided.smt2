; guard: [g x + c >= 0] = [x >= 0] when 0 <= c < g
; expect: unsat
(set-logic QF_LIA)
(declare-const x Int)
(declare-const c Int)
(assert (and (<= 0 c) (< c 8)))
(assert (not (= (>= (+ (* 8 x) c) 0) (>= x 0))))
(check-sat)
