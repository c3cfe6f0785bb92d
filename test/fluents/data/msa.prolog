% Maritime situational awareness, written after the plain descriptions of its activities.

% An area is left when the ship crosses out of it, and when nothing is known of the ship any more.
initiatedAt(withinArea(Ship, Kind)=true, T) :-
    happensAt(entersArea(Ship, Id), T),
    areaType(Id, Kind).
terminatedAt(withinArea(Ship, Kind)=true, T) :-
    happensAt(leavesArea(Ship, Id), T),
    areaType(Id, Kind).
terminatedAt(withinArea(Ship, _Kind)=true, T) :- happensAt(gap_start(Ship), T).

initiatedAt(gap(Ship)=nearPorts, T) :-
    happensAt(gap_start(Ship), T),
    holdsAt(withinArea(Ship, nearPorts)=true, T).
initiatedAt(gap(Ship)=farFromPorts, T) :-
    happensAt(gap_start(Ship), T),
    not holdsAt(withinArea(Ship, nearPorts)=true, T).
terminatedAt(gap(Ship)=_Where, T) :- happensAt(gap_end(Ship), T).

initiatedAt(stopped(Ship)=nearPorts, T) :-
    happensAt(stop_start(Ship), T),
    holdsAt(withinArea(Ship, nearPorts)=true, T).
initiatedAt(stopped(Ship)=farFromPorts, T) :-
    happensAt(stop_start(Ship), T),
    not holdsAt(withinArea(Ship, nearPorts)=true, T).
terminatedAt(stopped(Ship)=_Where, T) :- happensAt(stop_end(Ship), T).
terminatedAt(stopped(Ship)=_Where, T) :- happensAt(start(gap(Ship)=_Silence), T).

initiatedAt(lowSpeed(Ship)=true, T) :- happensAt(slow_motion_start(Ship), T).
terminatedAt(lowSpeed(Ship)=true, T) :- happensAt(slow_motion_end(Ship), T).
terminatedAt(lowSpeed(Ship)=true, T) :- happensAt(start(gap(Ship)=_Silence), T).

initiatedAt(changingSpeed(Ship)=true, T) :- happensAt(change_in_speed_start(Ship), T).
terminatedAt(changingSpeed(Ship)=true, T) :- happensAt(change_in_speed_end(Ship), T).
terminatedAt(changingSpeed(Ship)=true, T) :- happensAt(start(gap(Ship)=_Silence), T).

initiatedAt(highSpeedNearCoast(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(coastLimit, Limit),
    Speed > Limit,
    holdsAt(withinArea(Ship, nearCoast)=true, T).
terminatedAt(highSpeedNearCoast(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(coastLimit, Limit),
    Speed =< Limit.
terminatedAt(highSpeedNearCoast(Ship)=true, T) :- happensAt(end(withinArea(Ship, nearCoast)=true), T).

initiatedAt(movingSpeed(Ship)=below, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    vesselType(Ship, Type),
    typeSpeed(Type, Least, _Greatest, _Average),
    thresholds(moving, Moving),
    inRange(Speed, Moving, Least).
initiatedAt(movingSpeed(Ship)=normal, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    vesselType(Ship, Type),
    typeSpeed(Type, Least, Greatest, _Average),
    inRange(Speed, Least, Greatest).
initiatedAt(movingSpeed(Ship)=above, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    vesselType(Ship, Type),
    typeSpeed(Type, _Least, Greatest, _Average),
    Speed > Greatest.
terminatedAt(movingSpeed(Ship)=_Grade, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(moving, Moving),
    Speed < Moving.
terminatedAt(movingSpeed(Ship)=_Grade, T) :- happensAt(start(gap(Ship)=_Silence), T).

holdsFor(underWay(Ship)=true, I) :-
    holdsFor(movingSpeed(Ship)=below, Below),
    holdsFor(movingSpeed(Ship)=normal, Normal),
    holdsFor(movingSpeed(Ship)=above, Above),
    union_all([Below, Normal, Above], I).

/* Direction of travel against direction of the bow;
   a heading of 511 says that none was reported. */
initiatedAt(drifting(Ship)=true, T) :-
    happensAt(velocity(Ship, _Speed, Course, Heading), T),
    Heading =\= 511,
    absoluteAngleDiff(Course, Heading, Angle),
    thresholds(drift, Most),
    Angle > Most,
    holdsAt(underWay(Ship)=true, T).
terminatedAt(drifting(Ship)=true, T) :-
    happensAt(velocity(Ship, _Speed, Course, Heading), T),
    absoluteAngleDiff(Course, Heading, Angle),
    thresholds(drift, Most),
    Angle =< Most.
terminatedAt(drifting(Ship)=true, T) :- happensAt(velocity(Ship, _Speed, _Course, 511), T).
terminatedAt(drifting(Ship)=true, T) :- happensAt(end(underWay(Ship)=true), T).

holdsFor(anchoredOrMoored(Ship)=true, I) :-
    holdsFor(stopped(Ship)=farFromPorts, Far),
    holdsFor(withinArea(Ship, anchorage)=true, Anchorage),
    intersect_all([Far, Anchorage], Anchored),
    holdsFor(stopped(Ship)=nearPorts, Moored),
    union_all([Anchored, Moored], Either),
    thresholds(anchored, Long),
    intDurGreater(Either, Long, I).

initiatedAt(tuggingSpeed(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(towLeast, Least),
    thresholds(towMost, Most),
    inRange(Speed, Least, Most).
terminatedAt(tuggingSpeed(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(towLeast, Least),
    thresholds(towMost, Most),
    \+ inRange(Speed, Least, Most).
terminatedAt(tuggingSpeed(Ship)=true, T) :- happensAt(start(gap(Ship)=_Silence), T).

holdsFor(tugging(One, Other)=true, I) :-
    holdsFor(proximity(One, Other)=true, Close),
    oneIsTug(One, Other),
    \+ oneIsPilot(One, Other),
    \+ twoAreTugs(One, Other),
    holdsFor(tuggingSpeed(One)=true, TowOne),
    holdsFor(tuggingSpeed(Other)=true, TowOther),
    intersect_all([Close, TowOne, TowOther], Both),
    thresholds(towTime, Long),
    intDurGreater(Both, Long, I).

holdsFor(rendezVous(One, Other)=true, I) :-
    holdsFor(proximity(One, Other)=true, Close),
    \+ oneIsTug(One, Other),
    \+ oneIsPilot(One, Other),
    holdsFor(lowSpeed(One)=true, SlowOne),
    holdsFor(lowSpeed(Other)=true, SlowOther),
    holdsFor(stopped(One)=farFromPorts, StillOne),
    holdsFor(stopped(Other)=farFromPorts, StillOther),
    union_all([SlowOne, StillOne], QuietOne),
    union_all([SlowOther, StillOther], QuietOther),
    intersect_all([QuietOne, QuietOther, Close], Together),
    Together \= [],
    holdsFor(withinArea(One, nearPorts)=true, PortOne),
    holdsFor(withinArea(Other, nearPorts)=true, PortOther),
    holdsFor(withinArea(One, nearCoast)=true, CoastOne),
    holdsFor(withinArea(Other, nearCoast)=true, CoastOther),
    relative_complement_all(Together, [PortOne, PortOther, CoastOne, CoastOther], Outside),
    thresholds(meetTime, Long),
    intDurGreater(Outside, Long, I).

initiatedAt(trawlSpeed(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(trawlLeast, Least),
    thresholds(trawlMost, Most),
    inRange(Speed, Least, Most),
    holdsAt(withinArea(Ship, fishing)=true, T).
terminatedAt(trawlSpeed(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(trawlLeast, Least),
    thresholds(trawlMost, Most),
    \+ inRange(Speed, Least, Most).
terminatedAt(trawlSpeed(Ship)=true, T) :- happensAt(start(gap(Ship)=_Silence), T).
terminatedAt(trawlSpeed(Ship)=true, T) :- happensAt(end(withinArea(Ship, fishing)=true), T).

initiatedAt(trawlingMovement(Ship)=true, T) :-
    happensAt(change_in_heading(Ship), T),
    holdsAt(withinArea(Ship, fishing)=true, T).
terminatedAt(trawlingMovement(Ship)=true, T) :- happensAt(end(withinArea(Ship, fishing)=true), T).
fi(trawlingMovement(Ship)=true, trawlingMovement(Ship)=false, Lapse) :- thresholds(trawlLapse, Lapse).
p(trawlingMovement(_Ship)=true). % each change of heading renews it

holdsFor(trawling(Ship)=true, I) :-
    holdsFor(trawlSpeed(Ship)=true, Speed),
    holdsFor(trawlingMovement(Ship)=true, Movement),
    intersect_all([Speed, Movement], Both),
    thresholds(trawlTime, Long),
    intDurGreater(Both, Long, I).

initiatedAt(sarSpeed(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(sarLeast, Least),
    Speed >= Least.
terminatedAt(sarSpeed(Ship)=true, T) :-
    happensAt(velocity(Ship, Speed, _Course, _Heading), T),
    thresholds(sarLeast, Least),
    Speed < Least.
terminatedAt(sarSpeed(Ship)=true, T) :- happensAt(start(gap(Ship)=_Silence), T).

initiatedAt(sarMovement(Ship)=true, T) :- happensAt(change_in_heading(Ship), T).
initiatedAt(sarMovement(Ship)=true, T) :- happensAt(start(changingSpeed(Ship)=true), T).
terminatedAt(sarMovement(Ship)=true, T) :- happensAt(start(gap(Ship)=_Silence), T).
fi(sarMovement(Ship)=true, sarMovement(Ship)=false, 1800).
p(sarMovement(_Ship)=true).

holdsFor(inSAR(Ship)=true, I) :-
    holdsFor(sarSpeed(Ship)=true, Speed),
    holdsFor(sarMovement(Ship)=true, Movement),
    intersect_all([Speed, Movement], Both),
    intDurGreater(Both, 3600, I).

holdsFor(loitering(Ship)=true, I) :-
    holdsFor(lowSpeed(Ship)=true, Slow),
    holdsFor(stopped(Ship)=farFromPorts, Still),
    union_all([Slow, Still], Either),
    holdsFor(withinArea(Ship, nearCoast)=true, Coast),
    holdsFor(anchoredOrMoored(Ship)=true, Anchored),
    relative_complement_all(Either, [Coast, Anchored], Outside),
    thresholds(loiterTime, Long),
    intDurGreater(Outside, Long, I).

holdsFor(pilotOps(One, Other)=true, I) :-
    holdsFor(proximity(One, Other)=true, Close),
    oneIsPilot(One, Other),
    holdsFor(lowSpeed(One)=true, SlowOne),
    holdsFor(lowSpeed(Other)=true, SlowOther),
    holdsFor(stopped(One)=farFromPorts, StillOne),
    holdsFor(stopped(Other)=farFromPorts, StillOther),
    union_all([SlowOne, StillOne], QuietOne),
    union_all([SlowOther, StillOther], QuietOther),
    intersect_all([QuietOne, QuietOther, Close], Together),
    holdsFor(withinArea(One, nearCoast)=true, CoastOne),
    holdsFor(withinArea(Other, nearCoast)=true, CoastOther),
    relative_complement_all(Together, [CoastOne, CoastOther], I).

% Who is grounded, and how proximity arrives.
collectIntervals(proximity(_, _)=true).
dynamicDomain(vessel(_)).
grounding(gap(Ship)=Where) :- vessel(Ship), portStatus(Where).
grounding(proximity(One, Other)=true) :- vessel(One), vessel(Other), One @< Other.
