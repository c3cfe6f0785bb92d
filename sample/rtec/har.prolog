% Human activity recognition in a video, written after the plain descriptions of its activities.

% A tracked object is a person once it behaves like one, and until it leaves the picture.
initiatedAt(person(Id)=true, T) :- happensAt(start(walking(Id)=true), T), \+ happensAt(disappear(Id), T).
initiatedAt(person(Id)=true, T) :- happensAt(start(running(Id)=true), T), \+ happensAt(disappear(Id), T).
initiatedAt(person(Id)=true, T) :- happensAt(start(active(Id)=true), T), \+ happensAt(disappear(Id), T).
initiatedAt(person(Id)=true, T) :- happensAt(start(abrupt(Id)=true), T), \+ happensAt(disappear(Id), T).
terminatedAt(person(Id)=true, T) :- happensAt(disappear(Id), T).

% Two objects are at most 34 pixels apart; the tracker reports four thresholds.
holdsFor(close_34(One, Other)=true, I) :-
    holdsFor(distance(One, Other, 24)=true, I24),
    holdsFor(distance(One, Other, 25)=true, I25),
    holdsFor(distance(One, Other, 30)=true, I30),
    holdsFor(distance(One, Other, 34)=true, I34),
    union_all([I24, I25, I30, I34], I).
holdsFor(close_34(One, Other)=false, I) :-
    holdsFor(close_34(One, Other)=true, Near),
    complement_all([Near], I).

holdsFor(activeOrInactivePerson(Id)=true, I) :-
    holdsFor(active(Id)=true, Active),
    holdsFor(inactive(Id)=true, Inactive),
    holdsFor(person(Id)=true, Person),
    intersect_all([Inactive, Person], Still),
    union_all([Active, Still], I).

% A thing that turns up beside a person and does not move was left there.
initiatedAt(leaving_object(Person, Object)=true, T) :-
    happensAt(appear(Object), T),
    holdsAt(inactive(Object)=true, T),
    holdsAt(person(Person)=true, T),
    holdsAt(close_34(Person, Object)=true, T).
terminatedAt(leaving_object(_Person, Object)=true, T) :- happensAt(disappear(Object), T).

holdsFor(greeting1(One, Other)=true, I) :-
    holdsFor(activeOrInactivePerson(One)=true, Stands),
    holdsFor(person(Other)=true, Person),
    holdsFor(close_34(One, Other)=true, Near),
    intersect_all([Stands, Person, Near], Together),
    holdsFor(running(Other)=true, Runs),
    holdsFor(abrupt(Other)=true, Jerks),
    relative_complement_all(Together, [Runs, Jerks], I).

holdsFor(greeting2(One, Other)=true, I) :-
    holdsFor(walking(One)=true, Walks),
    holdsFor(activeOrInactivePerson(Other)=true, Stands),
    holdsFor(close_34(One, Other)=true, Near),
    intersect_all([Walks, Stands, Near], I).

initiatedAt(meeting(One, Other)=true, T) :- happensAt(start(greeting1(One, Other)=true), T).
initiatedAt(meeting(One, Other)=true, T) :- happensAt(start(greeting2(One, Other)=true), T).
terminatedAt(meeting(One, _Other)=true, T) :- happensAt(start(running(One)=true), T).
terminatedAt(meeting(_One, Other)=true, T) :- happensAt(start(running(Other)=true), T).
terminatedAt(meeting(One, _Other)=true, T) :- happensAt(start(abrupt(One)=true), T).
terminatedAt(meeting(_One, Other)=true, T) :- happensAt(start(abrupt(Other)=true), T).
terminatedAt(meeting(One, _Other)=true, T) :- happensAt(disappear(One), T).
terminatedAt(meeting(_One, Other)=true, T) :- happensAt(disappear(Other), T).
terminatedAt(meeting(One, Other)=true, T) :- happensAt(start(close_34(One, Other)=false), T).

holdsFor(moving(One, Other)=true, I) :-
    holdsFor(walking(One)=true, WalksOne),
    holdsFor(walking(Other)=true, WalksOther),
    holdsFor(close_34(One, Other)=true, Near),
    intersect_all([WalksOne, WalksOther, Near], I).

holdsFor(fighting(One, Other)=true, I) :-
    holdsFor(abrupt(One)=true, JerksOne),
    holdsFor(abrupt(Other)=true, JerksOther),
    union_all([JerksOne, JerksOther], Jerks),
    holdsFor(close_34(One, Other)=true, Near),
    intersect_all([Jerks, Near], Both),
    holdsFor(inactive(One)=true, StillOne),
    holdsFor(inactive(Other)=true, StillOther),
    relative_complement_all(Both, [StillOne, StillOther], I).
