-- Servers notice catalogue changes by LISTEN alone. A server of release 1.0.0 that polls finds no table, so it caches nothing.

CREATE OR REPLACE FUNCTION "tell_of_catalogue"("is_counts" boolean) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_notify('catalogue', CASE WHEN "is_counts" THEN 'counts' ELSE '' END);
END
$$;

-- DropTable
DROP TABLE "catalogue_change";

-- DropTable
DROP TABLE "catalogue_poller";
