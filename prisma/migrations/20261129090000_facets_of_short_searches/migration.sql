-- Counts and facets are read in the order of their groups, without sorting. A search of one or two letters, which no index finds, reads the
-- titles here too.
DROP INDEX "product_facets_idx";
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "offer", "is_bestseller", "is_available", "groups", "uses", "discounted", "choices", "title_lower", "id") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));
