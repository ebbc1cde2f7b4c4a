-- Rule: clears the sums of the days on which an order was sold, the earliest day first, so that two transactions cannot wait for each other.
-- Used by: the other functions clear_sales_….
CREATE OR REPLACE FUNCTION clear_sales_of_order(sold_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM clear_sales_of_day(at) FROM (
    SELECT at FROM order_event WHERE order_id = sold_id AND status IN ('PAID', 'CONFIRMED') ORDER BY at
  ) AS sold;
END
$$;
