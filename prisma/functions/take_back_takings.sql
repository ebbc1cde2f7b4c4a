-- Rule: the sums of a past day are computed again after each change. The row exists and stays locked until the transaction ends, so no
-- server adds up the day before. Today has no sums, so today's payments wait for no row.
-- Used by: the other functions take_back_takings_….
CREATE OR REPLACE FUNCTION take_back_takings(at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF day_in_india(at) < day_in_india(clock_timestamp()) THEN
    INSERT INTO takings_day (day) VALUES (day_in_india(at))
    ON CONFLICT (day) DO UPDATE SET summed_at = NULL WHERE takings_day.summed_at IS NOT NULL;
  END IF;
END
$$;
