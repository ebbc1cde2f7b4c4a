-- The day in India of a moment. India is at UTC+05:30 all year.
-- Used by: clear_sales_of_day, take_back_takings, the office's sums per day.
CREATE OR REPLACE FUNCTION day_in_india(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT ((at AT TIME ZONE 'UTC') + interval '330 minutes')::date
$$;
