

initiatedAt( hot( Room ) = Level , T ) :-
        Level = high
      , happensAt( reading( Room , Celsius ) , T )
      , Celsius > 30 .
initiatedAt(hot(Room)=Level,T):-happensAt(reading(Room,C),T),C=<30,C>22,Level=mild.
terminatedAt(hot(Room)=_,T):-happensAt(reading(Room,C),T),C=<22.

% helpers of our own: how long, and which rooms lie side by side
long_enough(I, Least, Long) :- findall((S,E), (member((S,E), I), E - S >= Least), Long).
beside(A, B) :- door(A, B) ; door(B, A).

holdsFor(oven(Room)=true, I) :-
   holdsFor(hot(Room)=high, I1), ( I1 == [] -> I = [] ; long_enough(I1, 600, I) ).
holdsFor(warm_corner(A, B)=true, I) :-
   beside(A, B), !,
   holdsFor(hot(A)=mild, I1), holdsFor(hot(B)=mild, I2), intersect_all([I1, I2], I).
holdsFor(warm_corner(_, _)=true, []).

initiatedAt(aired(Room)=true, T) :- happensAt(window(Room, open), T), \+ holdsAt(aired(Room)=true, T).
initiatedAt(aired(Room)=true, T) :-
   happensAt(window(Other, open), T), beside(Room, Other), prevTimePoint(T, Before), holdsAt(hot(Room)=high, Before).
fi(aired(Room)=true, aired(Room)=false, 1200) :- room(Room).
p(aired(_)=true).
