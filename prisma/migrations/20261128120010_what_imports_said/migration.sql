-- What the last import of a file said about each product, so that the next one applies only what has changed in the file; and the names
-- that an operator gave to the columns of a file.

-- CreateTable
CREATE TABLE "imported_product" (
    "product_id" TEXT NOT NULL,
    "cells" JSONB NOT NULL,

    CONSTRAINT "imported_product_pkey" PRIMARY KEY ("product_id")
);

-- CreateTable
CREATE TABLE "named_columns" (
    "header" TEXT NOT NULL,
    "names" JSONB NOT NULL,

    CONSTRAINT "named_columns_pkey" PRIMARY KEY ("header")
);

-- AddForeignKey
ALTER TABLE "imported_product" ADD CONSTRAINT "imported_product_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;
