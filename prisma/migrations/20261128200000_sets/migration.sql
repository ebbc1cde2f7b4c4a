-- Sets of equal pieces, of which single pieces can be returned, refunded and replaced. Release 1.0.0 ignores these columns.
ALTER TABLE "product"
  ADD COLUMN "matching_from" SMALLINT,
  ADD COLUMN "pieces_in_set" SMALLINT,
  ADD CONSTRAINT "product_matching_from_check" CHECK (matching_from BETWEEN 2 AND 24),
  ADD CONSTRAINT "product_pieces_in_set_check" CHECK (pieces_in_set BETWEEN 2 AND 24);

ALTER TABLE "order_line"
  ADD COLUMN "asked_pieces" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "pieces_in_set" SMALLINT,
  ADD COLUMN "replaced_pieces" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "returned_pieces" SMALLINT NOT NULL DEFAULT 0,
  -- Single pieces are counted beyond whole sets, like paise beyond rupees.
  ADD CONSTRAINT "order_line_set_check" CHECK (
    coalesce(pieces_in_set, 1) BETWEEN 1 AND 24
    AND least(asked_pieces, returned_pieces, replaced_pieces) >= 0
    AND greatest(asked_pieces, returned_pieces, replaced_pieces) < coalesce(pieces_in_set, 1)
    AND asked_pieces <= (quantity - cancelled - asked) * coalesce(pieces_in_set, 1)
    AND returned_pieces + replaced_pieces <= (quantity - cancelled - returned - replaced) * coalesce(pieces_in_set, 1)
  ),
  DROP CONSTRAINT "order_line_quantity_check",
  -- A replacement order may have all single pieces of 99 sets of 24.
  ADD CONSTRAINT "order_line_quantity_check" CHECK (quantity BETWEEN 1 AND CASE WHEN pieces_in_set = 1 THEN 2376 ELSE 99 END);

ALTER TABLE "return_line"
  ADD COLUMN "pieces" SMALLINT NOT NULL DEFAULT 0,
  DROP CONSTRAINT "return_line_quantity_check",
  ADD CONSTRAINT "return_line_quantity_check"
    CHECK (quantity BETWEEN 0 AND 2376 AND pieces BETWEEN 0 AND 23 AND quantity + pieces > 0);
