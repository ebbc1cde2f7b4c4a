-- Tells all servers to read the counts of one category again, or of all for an empty text.
-- Used by: the functions announce_…, server/database/catalogue-changes/announce.ts.
CREATE OR REPLACE FUNCTION tell_of_counts(category TEXT) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_notify('catalogue', '');
  -- PostgreSQL refuses longer payloads.
  PERFORM pg_notify('catalogue_counts', CASE WHEN octet_length(category) < 8000 THEN category ELSE '' END);
END
$$;
