% what begins one thing begins another, without an event of its own in between
initiatedAt(awake(P)=true, T) :- happensAt(alarm(P), T).
initiatedAt(up(P)=true, T) :- initiatedAt(awake(P)=true, T), \+ holdsAt(ill(P)=true, T).
initiatedAt(coffee(P)=brewing, T) :- initiatedAt(up(P)=true, T).
initiatedAt(coffee(P)=ready, T) :- happensAt(beep(M), T), owns(P, M), holdsAt(coffee(P)=brewing, T).
terminatedAt(up(P)=true, T) :- happensAt(lies_down(P), T).
terminatedAt(awake(P)=true, T) :- terminatedAt(up(P)=true, T), happensAt(lights_off(P), T).
terminatedAt(coffee(P)=ready, T) :- happensAt(drinks(P), T).
initiatedAt(ill(P)=true, T) :- happensAt(fever(P, Degrees), T), Degrees >= 38.5.
terminatedAt(ill(P)=true, T) :- happensAt(fever(P, Degrees), T), Degrees < 38.5.

happensAt(breakfast(P, home), T) :- happensAt(start(coffee(P)=ready), T), holdsAt(at(P, home)=true, T).
happensAt(breakfast(P, office), T) :-
    happensAt(start(coffee(P)=ready), T),
    ( holdsAt(at(P, office)=true, T) ; holdsAt(at(P, train)=true, T) ).

holdsFor(productive(P)=true, I) :-
    holdsFor(up(P)=true, Up), holdsFor(ill(P)=true, Ill), holdsFor(coffee(P)=ready, Fresh),
    union_all([Fresh], Some), relative_complement_all(Up, [Ill], Well), intersect_all([Well, Some], I).
