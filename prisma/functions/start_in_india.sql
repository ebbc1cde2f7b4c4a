-- The moment at which a day in India starts.
-- Used by: the office's sums per day.
CREATE OR REPLACE FUNCTION start_in_india(day date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (day::timestamp - interval '330 minutes') AT TIME ZONE 'UTC'
$$;
