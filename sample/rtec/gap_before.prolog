initiatedAt(gap(Ship)=true, T) :- happensAt(gap_start(Ship), T).
terminatedAt(gap(Ship)=true, T) :- happensAt(gap_end(Ship), T).
