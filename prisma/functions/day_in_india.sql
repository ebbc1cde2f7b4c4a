-- The day in India of a moment. India is at UTC+05:30 all year.
-- Used by: clear_sales_of_day, the takings and sales of the office.
CREATE OR REPLACE FUNCTION day_in_india(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT ((at AT TIME ZONE 'UTC') + interval '330 minutes')::date
$$;
