-- Rule: a search for a use finds no product whose care text forbids it. The result leaves out what the text forbids, such as 'Not for the
-- microwave': from the comma or full stop before the word to the end of the sentence.
-- Used by: search_text_in_parts. server/shared/careUses.ts reads the same words for the filter of uses.
CREATE OR REPLACE FUNCTION allowed_by_care(care TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(care,
    '[^.;,!]*(\m(not|never|no|nor|cannot|avoid|away|except|unsafe|unsuitable)\M|n[''’]t\M|\mtoo [[:alpha:]]+ for\M)[^.;!]*', ' ', 'gi')
$$;
