-- Rule: a payment counts on the day when it was received, and its refunds have its currency.
-- Used by: the office's takings.
CREATE OR REPLACE FUNCTION take_back_takings_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM take_back_takings(OLD.received_at);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM take_back_takings(NEW.received_at);
  END IF;
  -- A refund is in its payment's currency.
  IF TG_OP = 'UPDATE' THEN
    PERFORM take_back_takings(ended_at) FROM refund WHERE payment_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER payment_takes_back_takings
  AFTER INSERT OR DELETE OR UPDATE OF amount, currency, excess, received_at ON received_payment
  FOR EACH ROW EXECUTE FUNCTION take_back_takings_of_payment();
