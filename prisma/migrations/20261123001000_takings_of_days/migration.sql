-- Sums of days that are over, so that a year's takings are 365 rows. The upkeep makes them (server/domain/office/sumDays.ts). Whatever
-- changes money of a past day takes the sum back within its own transaction.

-- CreateTable
CREATE TABLE "takings_day" (
    "day" DATE NOT NULL,
    "gross" BIGINT NOT NULL DEFAULT 0,
    "refunds" BIGINT NOT NULL DEFAULT 0,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "summed_at" TIMESTAMPTZ(3),

    CONSTRAINT "takings_day_pkey" PRIMARY KEY ("day")
);

-- India is at UTC+05:30 all year.
CREATE FUNCTION "day_in_india"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (("at" AT TIME ZONE 'UTC') + interval '330 minutes')::date
$$;

CREATE FUNCTION "start_in_india"("day" date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT ("day"::timestamp - interval '330 minutes') AT TIME ZONE 'UTC'
$$;

-- The row is there and locked until the transaction ends, whether there was one before or not: nobody adds the day up meanwhile. Of today
-- there is no sum, so that payments of today wait for no row.
CREATE FUNCTION "take_back_takings"("at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF day_in_india("at") < day_in_india(clock_timestamp()) THEN
    INSERT INTO "takings_day" ("day") VALUES (day_in_india("at"))
    ON CONFLICT ("day") DO UPDATE SET "summed_at" = NULL WHERE "takings_day"."summed_at" IS NOT NULL;
  END IF;
END
$$;

CREATE FUNCTION "take_back_takings_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM take_back_takings(OLD.received_at);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM take_back_takings(NEW.received_at);
  END IF;
  -- A refund is in its payment's currency.
  IF TG_OP = 'UPDATE' THEN
    PERFORM take_back_takings("ended_at") FROM "refund" WHERE "payment_id" = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "take_back_takings_of_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "take_back_all_takings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "takings_day";
  RETURN NULL;
END
$$;

CREATE TRIGGER "payment_takes_back_takings"
  AFTER INSERT OR DELETE OR UPDATE OF "amount", "currency", "excess", "received_at" ON "received_payment"
  FOR EACH ROW EXECUTE FUNCTION "take_back_takings_of_payment"();

CREATE TRIGGER "refund_takes_back_takings"
  AFTER INSERT OR DELETE OR UPDATE OF "amount", "state", "ended_at", "payment_id" ON "refund"
  FOR EACH ROW EXECUTE FUNCTION "take_back_takings_of_refund"();

CREATE TRIGGER "payments_take_back_takings" AFTER TRUNCATE ON "received_payment"
  FOR EACH STATEMENT EXECUTE FUNCTION "take_back_all_takings"();

CREATE TRIGGER "refunds_take_back_takings" AFTER TRUNCATE ON "refund"
  FOR EACH STATEMENT EXECUTE FUNCTION "take_back_all_takings"();
