; floor: (g x + c) div (g d) = x div d when 0 <= c < g, here for every c below 6
; expect: unsat
(set-logic QF_LIA)
(declare-const x Int)
(declare-const c Int)
(assert (and (<= 0 c) (< c 6)))
(assert (not (= (div (+ (* 6 x) c) 24) (div x 4))))
(check-sat)
