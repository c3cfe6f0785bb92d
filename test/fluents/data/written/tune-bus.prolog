%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
% buses in a town: one value by rules, the other as what is left
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
initially(on_time(_, _)=yes).

initiatedAt(on_time(Bus, Line)=yes, T):-
	happensAt(arrives(Bus, Line, _Stop, scheduled), T).
initiatedAt(on_time(Bus, Line)=yes, T):-
	happensAt(arrives(Bus, Line, _Stop, early), T).
terminatedAt(on_time(Bus, Line)=yes, T):-
	happensAt(arrives(Bus, Line, _Stop, late), T).
terminatedAt(on_time(Bus, Line)=yes, T):-
	happensAt(leaves(Bus, Line, _Stop, early), T).

holdsFor(on_time(Bus, Line)=no, I):-
	holdsFor(on_time(Bus, Line)=yes, Yes),
	complement_all([Yes], I).

happensAt(turned(Bus, Line, no), T):- happensAt(end(on_time(Bus, Line)=yes), T).
happensAt(turned(Bus, Line, yes), T):- happensAt(end(on_time(Bus, Line)=no), T).

holdsFor(ride(Bus, Line)=rough, I):-
	holdsFor(turn(Bus, Line)=sharp, I1),
	holdsFor(brake(Bus, Line)=hard, I2),
	union_all([I1, I2], I).
holdsFor(ride(Bus, Line)=smooth, I):-
	holdsFor(ride(Bus, Line)=rough, Rough),
	complement_all([Rough], I).
holdsFor(comfort(Bus, Line)=low, I):-
	holdsFor(ride(Bus, Line)=rough, I1), holdsFor(crowd(Bus, Line)=high, I2),
	holdsFor(on_time(Bus, Line)=no, I3), union_all([I1, I2, I3], I).

grounding(arrives(Bus, Line, _, _)) :- bus(Bus, Line).
grounding(turn(Bus, Line)=sharp) :- bus(Bus, Line).
grounding(on_time(Bus, Line)=Is) :- bus(Bus, Line), member(Is, [yes, no]).
