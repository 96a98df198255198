; sum-rotate: u -> (u - e) mod 16 is one to one on [0, 16), for every e
; expect: unsat
(set-logic QF_LIA)
(declare-const u Int)
(declare-const w Int)
(declare-const e Int)
(assert (and (<= 0 u) (< u 16) (<= 0 w) (< w 16)))
(assert (or (not (and (<= 0 (mod (- u e) 16)) (< (mod (- u e) 16) 16))) (and (= (mod (- u e) 16) (mod (- w e) 16)) (not (= u w)))))
(check-sat)
