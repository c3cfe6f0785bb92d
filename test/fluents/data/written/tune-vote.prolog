/* a motion in a meeting: four values that lead to each other */
initially(status(_M)=null).
initiatedAt(status(M)=proposed, T) :- happensAt(propose(_P, M), T), holdsAt(status(M)=null, T).
initiatedAt(status(M)=voting, T) :- happensAt(second(_S, M), T), holdsAt(status(M)=proposed, T).
initiatedAt(status(M)=voted, T) :- happensAt(close_ballot(C, M), T), role_of(C, chair), holdsAt(status(M)=voting, T).
initiatedAt(status(M)=null, T) :- happensAt(declare(C, M, _Outcome), T), role_of(C, chair), holdsAt(status(M)=voted, T).

fi(status(M)=proposed, status(M)=null, 10).
fi(status(M)=voting, status(M)=voted, 20).
fi(status(M)=voted, status(M)=null, 5).

initiatedAt(voted(V, M)=Vote, T) :- happensAt(vote(V, M, Vote), T), holdsAt(status(M)=voting, T).
initiatedAt(voted(V, M)=null, T) :- happensAt(start(status(M)=null), T), voter(V).

initiatedAt(outcome(M)=O, T) :- happensAt(declare(C, M, O), T), holdsAt(status(M)=voted, T), role_of(C, chair).
terminatedAt(outcome(M)=_O, T) :- happensAt(start(status(M)=proposed), T).

holdsFor(pow(C, close_ballot(C, M))=true, I) :- role_of(C, chair), holdsFor(status(M)=voting, I).
holdsFor(per(C, declare(C, M, carried))=true, I) :-
  role_of(C, chair), holdsFor(status(M)=voted, I1), intersect_all([I1], I).
initiatedAt(obl(C, declare(C, M, carried))=true, T) :-
  happensAt(end(status(M)=voting), T), role_of(C, chair),
  findall(V, holdsAt(voted(V, M)=aye, T), Ayes), findall(V, holdsAt(voted(V, M)=nay, T), Nays),
  length(Ayes, A), length(Nays, N), A >= N.
terminatedAt(obl(C, declare(C, M, carried))=true, T) :- happensAt(start(status(M)=null), T), role_of(C, chair).

initiatedAt(sanctioned(C)=true, T) :-
  happensAt(end(obl(C, declare(C, M, carried))=true), T),
  \+ happensAt(declare(C, M, carried), T).
terminatedAt(sanctioned(C)=true, T) :- happensAt(pardon(C), T).

% who may do what
role_of(C, chair) :- chair(C).
role_of(V, voter) :- voter(V), \+ chair(V).
dynamicDomain(chair(_)). dynamicDomain(voter(_)).
grounding(status(M)=S) :- motion(M), queueable(S).
grounding(voted(V, M)=X) :- voter(V), motion(M), member(X, [aye, nay, null]).
