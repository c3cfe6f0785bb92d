:- dynamic vessel/1, pair/2.
:- discontiguous initiatedAt/2, holdsFor/2.

% the old form, with declarations by hand
inputEntity(enter(_,_)). inputEntity(leave(_,_)).
inputEntity(near(_,_)=true).
outputEntity(inside(_,_)=true). outputEntity(escort(_,_)=true).
event(enter(_,_)). event(leave(_,_)).
simpleFluent(inside(_,_)=true). sDFluent(escort(_,_)=true). sDFluent(near(_,_)=true).
index(enter(V,_), V). index(leave(V,_), V). index(inside(V,_)=true, V). index(escort(V,_)=true, V). index(near(V,_)=true, V).
cachingOrder(inside(_,_)=true). cachingOrder2(V, escort(V,_)=true).
collectIntervals(near(_,_)=true).
buildFromPoints(speeding(_)=true).

initiatedAt(inside(V,Z)=true, T) :-
     happensAt(enter(V,Z),T).
terminatedAt(inside(V,Z)=true, T) :-
     happensAt(leave(V,Z),T).
initially(inside(V,harbour)=true) :- vessel(V).
holdsFor(escort(A,B)=true, I) :-
     holdsFor(near(A,B)=true,I1), \+I1=[],
     holdsFor(inside(A,channel)=true,I2),
     intersect_all([I1,I2],I).
grounding(inside(V,Z)=true) :- vessel(V), zone(Z).
grounding(escort(A,B)=true) :- pair(A,B).
