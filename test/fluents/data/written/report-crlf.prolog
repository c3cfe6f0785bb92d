% written on another system: a byte-order mark, and lines that end in two characters
initiatedAt(door(D)=open, T) :-
	happensAt(opens(D), T).
initiatedAt(door(D)=closed, T) :- % the other value ends it
	happensAt(closes(D), T).

/* Quoted names,
   and a stop. in a comment */
initiatedAt(lit('Hall 1. east')=true, T) :- happensAt(start(door('Hall 1. east')=open), T).
terminatedAt(lit(H)=true, T) :- happensAt(end(door(H)=open), T).
fi(door(D)=open, door(D)=closed, 90).
