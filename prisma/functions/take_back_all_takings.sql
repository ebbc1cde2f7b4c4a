-- Rule: after TRUNCATE, no stored sum of a day's takings is valid.
-- Used by: server/domain/office, which adds up days that have no sum.
CREATE OR REPLACE FUNCTION take_back_all_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM takings_day;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER payments_take_back_takings AFTER TRUNCATE ON received_payment
  FOR EACH STATEMENT EXECUTE FUNCTION take_back_all_takings();

CREATE OR REPLACE TRIGGER refunds_take_back_takings AFTER TRUNCATE ON refund
  FOR EACH STATEMENT EXECUTE FUNCTION take_back_all_takings();
