% Human activity recognition in video, written after the plain descriptions of its activities.

% Two objects are close at one threshold where they were at the one before, or are so far apart at most.
holdsFor(close_24(A, B)=true, I) :- holdsFor(distance(A, B, 24)=true, I).
holdsFor(close_25(A, B)=true, I) :-
    holdsFor(close_24(A, B)=true, Closer),
    holdsFor(distance(A, B, 25)=true, Here),
    union_all([Closer, Here], I).
holdsFor(close_30(A, B)=true, I) :-
    holdsFor(close_25(A, B)=true, Closer),
    holdsFor(distance(A, B, 30)=true, Here),
    union_all([Closer, Here], I).
holdsFor(close_34(A, B)=true, I) :-
    holdsFor(close_30(A, B)=true, Closer),
    holdsFor(distance(A, B, 34)=true, Here),
    union_all([Closer, Here], I).
holdsFor(close_34(A, B)=false, I) :-
    holdsFor(close_34(A, B)=true, Close),
    complement_all([Close], I).
holdsFor(closeSymmetric_30(A, B)=true, I) :-
    holdsFor(close_30(A, B)=true, There),
    holdsFor(close_30(B, A)=true, Back),
    union_all([There, Back], I).

initiatedAt(person(A)=true, T) :-
    happensAt(start(walking(A)=true), T),
    \+ happensAt(disappear(A), T).
initiatedAt(person(A)=true, T) :-
    happensAt(start(running(A)=true), T),
    \+ happensAt(disappear(A), T).
initiatedAt(person(A)=true, T) :-
    happensAt(start(active(A)=true), T),
    \+ happensAt(disappear(A), T).
initiatedAt(person(A)=true, T) :-
    happensAt(start(abrupt(A)=true), T),
    \+ happensAt(disappear(A), T).
initiatedAt(person(A)=false, T) :- happensAt(disappear(A), T).

initiatedAt(leaving_object(Who, What)=true, T) :-
    happensAt(appear(What), T),
    holdsAt(inactive(What)=true, T),
    holdsAt(person(Who)=true, T),
    holdsAt(closeSymmetric_30(Who, What)=true, T).
initiatedAt(leaving_object(_Who, What)=false, T) :- happensAt(disappear(What), T).

initiatedAt(meeting(A, B)=true, T) :-
    happensAt(start(greeting1(A, B)=true), T),
    \+ happensAt(disappear(A), T),
    \+ happensAt(disappear(B), T).
initiatedAt(meeting(A, B)=true, T) :-
    happensAt(start(greeting2(A, B)=true), T),
    \+ happensAt(disappear(A), T),
    \+ happensAt(disappear(B), T).
initiatedAt(meeting(A, _B)=false, T) :- happensAt(start(running(A)=true), T).
initiatedAt(meeting(_A, B)=false, T) :- happensAt(start(running(B)=true), T).
initiatedAt(meeting(A, _B)=false, T) :- happensAt(start(abrupt(A)=true), T).
initiatedAt(meeting(_A, B)=false, T) :- happensAt(start(abrupt(B)=true), T).
initiatedAt(meeting(A, B)=false, T) :- happensAt(start(close_34(A, B)=false), T).
initiatedAt(meeting(A, _B)=false, T) :- happensAt(disappear(A), T).
initiatedAt(meeting(_A, B)=false, T) :- happensAt(disappear(B), T).

% The second rule of each pair answers where the first one gives up early.
holdsFor(greeting1(A, B)=true, I) :-
    holdsFor(activeOrInactivePerson(A)=true, Standing),
    \+ Standing = [],
    holdsFor(person(B)=true, Person),
    holdsFor(close_25(A, B)=true, Close),
    intersect_all([Standing, Close, Person], Together),
    \+ Together = [], !,
    holdsFor(running(B)=true, Runs),
    holdsFor(abrupt(B)=true, Jerks),
    relative_complement_all(Together, [Runs, Jerks], I).
holdsFor(greeting1(_A, _B)=true, []).

holdsFor(greeting2(A, B)=true, I) :-
    holdsFor(walking(A)=true, Walks),
    \+ Walks = [],
    holdsFor(activeOrInactivePerson(B)=true, Standing),
    holdsFor(close_25(B, A)=true, Close),
    \+ Close = [], !,
    intersect_all([Walks, Standing, Close], I).
holdsFor(greeting2(_A, _B)=true, []).

holdsFor(activeOrInactivePerson(A)=true, I) :-
    holdsFor(active(A)=true, Active),
    holdsFor(inactive(A)=true, Inactive),
    holdsFor(person(A)=true, Person),
    intersect_all([Inactive, Person], Still),
    union_all([Active, Still], I).

holdsFor(moving(A, B)=true, I) :-
    holdsFor(walking(A)=true, One),
    holdsFor(walking(B)=true, Other),
    intersect_all([One, Other], Both),
    \+ Both = [],
    holdsFor(close_34(A, B)=true, Close), !,
    intersect_all([Both, Close], I).
holdsFor(moving(_A, _B)=true, []).

holdsFor(fighting(A, B)=true, I) :-
    holdsFor(abrupt(A)=true, One),
    holdsFor(abrupt(B)=true, Other),
    union_all([One, Other], Either),
    holdsFor(close_34(A, B)=true, Close),
    intersect_all([Either, Close], Near),
    \+ Near = [], !,
    holdsFor(inactive(A)=true, StillOne),
    holdsFor(inactive(B)=true, StillOther),
    union_all([StillOne, StillOther], Still),
    relative_complement_all(Near, [Still], I).
holdsFor(fighting(_A, _B)=true, []).

% Who is grounded, and how what the trackers see arrives.
collectIntervals(walking(_)=true).
collectIntervals(running(_)=true).
collectIntervals(active(_)=true).
collectIntervals(inactive(_)=true).
collectIntervals(abrupt(_)=true).
grounding(person(A)=Is) :- tracked(A), member(Is, [true, false]).
grounding(distance(A, B, Most)=true) :- tracked(A), tracked(B), A \== B, member(Most, [24, 25, 30, 34]).
grounding(leaving_object(Who, What)=true) :- tracked(Who), tracked(What), Who \== What.
grounding(meeting(A, B)=true) :- tracked(A), tracked(B), A \== B.
dynamicDomain(tracked(_)).
