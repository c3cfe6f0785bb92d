% thresholds as arguments: no circle, since each rests on the one before
holdsFor(close(A,B,10)=true, I) :- holdsFor(dist(A,B,10)=true, I).
holdsFor(close(A,B,20)=true, I) :- holdsFor(close(A,B,10)=true, I1), holdsFor(dist(A,B,20)=true, I2), union_all([I1,I2], I).
holdsFor(close(A,B,40)=true, I) :- holdsFor(close(A,B,20)=true, I1), holdsFor(dist(A,B,40)=true, I2), union_all([I1,I2], I).
holdsFor(close(A,B,40)=false, I) :- holdsFor(close(A,B,40)=true, I1), complement_all([I1], I).

holdsFor(both_close(A,B)=true, I) :-
	holdsFor(close(A,B,20)=true, I1),
	holdsFor(close(B,A,20)=true, I2),
	union_all([I1,I2], I).

initiatedAt(together(A,B)=true, T) :-
	happensAt(start(both_close(A,B)=true), T),
	not happensAt(vanish(A), T), not happensAt(vanish(B), T).
initiatedAt(together(A,B)=false, T) :- happensAt(start(close(A,B,40)=false), T).
initiatedAt(together(A,_B)=false, T) :- happensAt(vanish(A), T).
initiatedAt(together(_A,B)=false, T) :- happensAt(vanish(B), T).

holdsFor(walk(A,B)=true, I) :-
	holdsFor(walks(A)=true, I1), \+ I1 = [],
	holdsFor(walks(B)=true, I2), holdsFor(together(A,B)=true, I3), !,
	intersect_all([I1,I2,I3], I).
holdsFor(walk(_,_)=true, []).

holdsFor(overlapping(A,B)=true, I) :-
	holdsFor(walks(A)=true, I1), holdsFor(walks(B)=true, I2), overlaps(I1, I2, source, I).
