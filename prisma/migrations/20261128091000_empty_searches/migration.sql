-- Counts the searches that found nothing, for the office. A row has no link to a shopper. The maintenance task deletes old days.

-- CreateTable
CREATE TABLE "empty_search" (
    "day" DATE NOT NULL,
    "text" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "empty_search_pkey" PRIMARY KEY ("day","text")
);

ALTER TABLE "empty_search" ADD CONSTRAINT "empty_search_count_check" CHECK ("count" > 0);
ALTER TABLE "empty_search" ADD CONSTRAINT "empty_search_text_check" CHECK (char_length("text") BETWEEN 1 AND 200);
