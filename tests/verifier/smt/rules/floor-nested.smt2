; floor: (x div 5 + c) div 7 = (x + 5 c) div 35
; expect: unsat
(set-logic QF_LIA)
(declare-const x Int)
(declare-const c Int)
(assert (not (= (div (+ (div x 5) c) 7) (div (+ x (* 5 c)) 35))))
(check-sat)
