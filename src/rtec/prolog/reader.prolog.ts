/**
 * The reader that runs inside of SWI-Prolog: `hw_read(+Text, -Json)` reads clause after clause with read_term/2 and writes
 * each as JSON (terms.ts has the shapes); `hw_predicates(-Json)` writes what Prolog has of its own, as [name, arity]. Nothing of the text is ever called, loaded or declared: operators are those of
 * the module `rtec`, which no text changes, and quasi quotations are kept unparsed.
 *
 * Conjunctions and lists are written flat, so that only true nesting counts as depth.
 */
export const READER = String.raw`
:- module(heartwood, [hw_read/2, hw_predicates/1]).
:- set_prolog_flag(stack_limit, 268435456).
% Prompts and answers of language models write it without parentheses.
:- op(900, fy, rtec:not).

max_depth(120).

% What rules may call without defining it: Prolog's own predicates, and those of its library.
hw_predicates(Json) :-
    findall(Name/Arity,
            ( predicate_property(system:Head, visible), callable(Head), functor(Head, Name, Arity),
              \+ sub_atom(Name, 0, _, _, $)
            ; '$autoload':library_index(Head, _, _), functor(Head, Name, Arity)
            ),
            Found),
    sort(Found, Predicates),
    with_output_to(string(Json), ( write('['), indicators(Predicates), write(']') )).

indicators([Indicator]) :- !, indicator(Indicator).
indicators([Indicator|Rest]) :- indicator(Indicator), write(','), indicators(Rest).

indicator(Name/Arity) :- write('['), string_json(Name), write(','), write(Arity), write(']').

hw_read(Text, Json) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        with_output_to(string(Json), ( write('['), clauses(Stream), write(']') )),
        close(Stream)).

clauses(Stream) :-
    nb_setval(errors, 0),
    repeat,
    clause_json(Stream, Json, End),
    write(Json),
    End == true,
    !,
    ( Json == '{"eof":true}' -> true ; write('{"eof":true}') ).

clause_json(Stream, Json, End) :-
    catch(one_clause(Stream, Json, End), Error, failed(Error, Stream, Json, End)).

one_clause(Stream, Json, End) :-
    read_term(Stream, Term,
              [ module(rtec), syntax_errors(error), subterm_positions(Position), variable_names(Variables),
                singletons(Singletons), quasi_quotations(_), dotlists(false), cycles(false) ]),
    (   Term == end_of_file
    ->  Json = '{"eof":true}', End = true
    ;   character_count(Stream, To),
        bind_names(Variables),
        with_output_to(string(Json),
                       ( write('{"end":'), write(To), write(',"term":'), node(Term, Position, 0),
                         write(',"singletons":['), names(Singletons), write(']},') )),
        End = false
    ).

% Who lists a thousand errors needs no more of them.
failed(error(syntax_error(What), Context), Stream, Json, End) :- !,
    nb_getval(errors, Before), Errors is Before + 1, nb_setval(errors, Errors),
    ( Errors > 1000 -> End = true ; End = false ),
    character_count(Stream, To),
    ( Context = stream(_, _, _, At) -> true ; At = To ),
    with_output_to(string(Json),
                   ( write('{"end":'), write(To), write(',"error":'), string_json(What),
                     write(',"at":'), write(At), write('},') )).
failed(too_deep, Stream, Json, false) :- !,
    character_count(Stream, To),
    with_output_to(string(Json),
                   ( write('{"end":'), write(To), write(',"error":"too_deep","at":'), write(To), write('},') )).
failed(Error, _, _, _) :- throw(Error).

bind_names([]).
bind_names([Name=Variable|Rest]) :- Variable = '$variable'(Name), bind_names(Rest).

names([]).
names([Name=_]) :- !, name_json(Name).
names([Name=_|Rest]) :- name_json(Name), write(','), names(Rest).

node(Term, parentheses_term_position(_, _, Position), Depth) :- !,
    deeper(Depth, Next), node(Term, Position, Next).
node(Term, From-To, _) :- var(Term), !,
    format('["v",~d,~d,""]', [From, To]).
node('$variable'(Name), From-To, _) :- !,
    format('["v",~d,~d,"~w"]', [From, To, Name]).
node(Term, From-To, _) :- !,
    ( number(Term) -> Kind = n ; Kind = a ),
    format('["~w",~d,~d,', [Kind, From, To]), string_json(Term), put_char(']').
node(Term, string_position(From, To), _) :- !,
    format('["s",~d,~d,', [From, To]), string_json(Term), put_char(']').
node(Term, list_position(From, To, Positions, Tail), Depth) :- !,
    deeper(Depth, Next),
    format('["l",~d,~d,[', [From, To]),
    elements(Positions, Term, Rest, Next),
    write('],'),
    ( Tail == none -> write(null) ; node(Rest, Tail, Next) ),
    put_char(']').
node({Term}, brace_term_position(From, To, Position), Depth) :- !,
    deeper(Depth, Next),
    compound_json('{}', From, To, From, From, [Term], [Position], Next).
node((A, B), term_position(From, To, _, _, [PositionA, PositionB]), Depth) :- !,
    deeper(Depth, Next),
    format('["&",~d,~d,[', [From, To]),
    node(A, PositionA, Next), put_char(','), conjunction(B, PositionB, Next),
    write(']]').
node(Term, term_position(From, To, NameFrom, NameTo, Positions), Depth) :- compound(Term), !,
    deeper(Depth, Next),
    compound_name_arguments(Term, Name, Arguments),
    compound_json(Name, From, To, NameFrom, NameTo, Arguments, Positions, Next).
node(_, Position, _) :-
    ( compound(Position), arg(1, Position, From), integer(From) -> arg(2, Position, To) ; From = 0, To = 0 ),
    format('["o",~d,~d]', [From, To]).

compound_json(Name, From, To, NameFrom, NameTo, Arguments, Positions, Depth) :-
    format('["c",~d,~d,', [From, To]), string_json(Name), format(',~d,~d,[', [NameFrom, NameTo]),
    arguments(Arguments, Positions, Depth), write(']]').

conjunction((A, B), term_position(_, _, _, _, [PositionA, PositionB]), Depth) :- !,
    node(A, PositionA, Depth), write(','), conjunction(B, PositionB, Depth).
conjunction(Term, Position, Depth) :- node(Term, Position, Depth).

elements([], Rest, Rest, _).
elements([Position], [Term|Rest], Rest, Depth) :- !, node(Term, Position, Depth).
elements([Position|Positions], [Term|Terms], Rest, Depth) :-
    node(Term, Position, Depth), write(','), elements(Positions, Terms, Rest, Depth).

arguments([], _, _).
arguments([Term], [Position], Depth) :- !, node(Term, Position, Depth).
arguments([Term|Terms], [Position|Positions], Depth) :-
    node(Term, Position, Depth), write(','), arguments(Terms, Positions, Depth).

deeper(Depth, Next) :- Next is Depth + 1, max_depth(Most), ( Next > Most -> throw(too_deep) ; true ).

% Of a variable: letters, digits and underscores.
name_json(Name) :- format('"~w"', [Name]).

% As Prolog writes it, in a JSON string.
string_json(Term) :-
    format(string(Text), '~q', [Term]),
    (   split_string(Text, "\\\"\n\t", "", [_])
    ->  format('"~s"', [Text])
    ;   string_codes(Text, Codes), write('"'), escaped(Codes), write('"')
    ).

escaped([]).
escaped([Code|Codes]) :-
    (   memberchk(Code, [92, 34]) -> format("\\~c", [Code])
    ;   Code < 16 -> format("\\u000~16r", [Code])
    ;   Code < 32 -> format("\\u00~16r", [Code])
    ;   format("~c", [Code])
    ),
    escaped(Codes).
`;
