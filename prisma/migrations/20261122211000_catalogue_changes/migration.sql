-- Changes of the catalogue for servers that ask for them (CATALOGUE_POLL_SECONDS), where LISTEN is not to be had. A row for each, which
-- nobody changes afterwards: one that counts would be a lock that every checkout waits for, and a sequence rises before its transaction
-- is seen. Where nobody asks, nothing is written.

-- CreateTable
CREATE TABLE "catalogue_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "counts" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "catalogue_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalogue_poller" (
    "id" UUID NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "catalogue_poller_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "catalogue_change_at_idx" ON "catalogue_change"("at");

-- The one place where a change is told of. It is volatile, so that it sees who asks by now and not who asked as its transaction began.
CREATE FUNCTION "tell_of_catalogue"("is_counts" boolean) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_notify('catalogue', CASE WHEN "is_counts" THEN 'counts' ELSE '' END);
  IF EXISTS (SELECT FROM "catalogue_poller") THEN
    INSERT INTO "catalogue_change" ("counts") VALUES ("is_counts");
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION "announce_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "tell_of_catalogue"(false);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "announce_counts_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "tell_of_catalogue"(true);
  RETURN NULL;
END
$$;
