import { Injectable } from '@nestjs/common';
import { EmbeddingService, type PreparedVectors } from '../embedding/embedding.service.js';
import { saveWithVectors, type TextToSave } from '../embedding/save-with-vectors.js';
import { MentionsWorker } from './linking/mentions.worker.js';

/** Saves texts of pieces with their vectors, and links them to the names in them afterwards. */
@Injectable()
export class TextSaver {
  constructor(
    private readonly embedding: EmbeddingService,
    private readonly mentions: MentionsWorker,
  ) {}

  /** @param save runs one transaction, which writes the vectors, too */
  save<Saved>(texts: readonly TextToSave[], save: (vectors: PreparedVectors) => Promise<Saved>): Promise<Saved> {
    return saveWithVectors(this.embedding, texts, save);
  }

  /**
   * Links texts for a writer who has just written.
   *
   * @param unlinked whether texts remain to be linked
   * @param tookMs duration of the write, if the wait for the links depends on it
   */
  async link(namespace: string, unlinked: boolean, tookMs?: number): Promise<void> {
    if (unlinked) await this.mentions.settle(namespace, tookMs);
    else this.mentions.giveWay();
  }
}
