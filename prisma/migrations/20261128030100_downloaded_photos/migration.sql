-- The photos that an import has downloaded, so that another run does not download them again.

-- CreateTable
CREATE TABLE "downloaded_photo" (
    "url_hash" TEXT NOT NULL,
    "asset_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "downloaded_photo_pkey" PRIMARY KEY ("url_hash")
);

-- CreateIndex
CREATE INDEX "downloaded_photo_asset_name_idx" ON "downloaded_photo"("asset_name");

-- AddForeignKey
ALTER TABLE "downloaded_photo" ADD CONSTRAINT "downloaded_photo_asset_name_fkey" FOREIGN KEY ("asset_name") REFERENCES "photo"("name") ON DELETE CASCADE ON UPDATE CASCADE;
