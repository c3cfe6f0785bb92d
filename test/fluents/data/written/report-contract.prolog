initially(usr(_)=ok).
initiatedAt(quote(M, C, G)=true, T) :- happensAt(offers(M, C, G, _Price), T).
terminatedAt(quote(M, C, G)=true, T) :- happensAt(accepts(C, M, G), T).
fi(quote(M, C, G)=true, quote(M, C, G)=false, 5).
p(quote(_, _, _)=true).

initiatedAt(contract(M, C, G)=true, T) :-
    happensAt(accepts(C, M, G), T), holdsAt(quote(M, C, G)=true, T),
    not holdsAt(barred(M, merchant)=true, T), not holdsAt(barred(C, consumer)=true, T).
fi(contract(M, C, G)=true, contract(M, C, G)=false, 10).

initiatedAt(obl(send_money(C, M, G))=true, T) :- initiatedAt(contract(M, C, G)=true, T).
initiatedAt(obl(send_goods(M, C, G))=true, T) :- initiatedAt(contract(M, C, G)=true, T).
terminatedAt(obl(send_money(C, M, G))=true, T) :- happensAt(pays(C, M, G), T).
terminatedAt(obl(send_goods(M, C, G))=true, T) :- happensAt(sends(M, C, G), T), decrypts(G, _Key).

initiatedAt(barred(M, merchant)=true, T) :-
    happensAt(offers(M, _, G, _), T), holdsAt(contract(M, _C, G)=true, T).
initiatedAt(barred(M, merchant)=true, T) :-
    happensAt(end(contract(M, C, G)=true), T), holdsAt(obl(send_goods(M, C, G))=true, T).
initiatedAt(barred(C, consumer)=true, T) :-
    happensAt(end(contract(M, C, G)=true), T), holdsAt(obl(send_money(C, M, G))=true, T).
fi(barred(A, R)=true, barred(A, R)=false, 3).

holdsFor(trusted(A)=true, I) :-
    holdsFor(barred(A, merchant)=true, I1), holdsFor(barred(A, consumer)=true, I2),
    union_all([I1, I2], I3), complement_all([I3], I).

grounding(offers(M, C, G, _)) :- person_pair(M, C), goods(G).
grounding(quote(M, C, G)=true) :- person_pair(M, C), goods(G).
grounding(contract(M, C, G)=true) :- person_pair(M, C), goods(G).
grounding(barred(P, R)=true) :- person(P), role(R).
grounding(obl(send_money(C, M, G))=true) :- person_pair(M, C), goods(G).
needsGrounding(_, _, _) :- fail.
person_pair(M, C) :- person(M), person(C), M \== C.
