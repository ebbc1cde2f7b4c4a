-- Rule: a refund counts on the day when it ended.
-- Used by: the office's takings.
CREATE OR REPLACE FUNCTION take_back_takings_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM take_back_takings(OLD.ended_at);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM take_back_takings(NEW.ended_at);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER refund_takes_back_takings
  AFTER INSERT OR DELETE OR UPDATE OF amount, state, ended_at, payment_id ON refund
  FOR EACH ROW EXECUTE FUNCTION take_back_takings_of_refund();
