-- Staff can accept a part of a line and refuse the rest: each part is a row. Release 1.0.0 counts only one of them until the next change of the order.
DROP INDEX "return_line_return_id_order_line_id_key";
CREATE INDEX "return_line_return_id_order_line_id_idx" ON "return_line"("return_id", "order_line_id");
