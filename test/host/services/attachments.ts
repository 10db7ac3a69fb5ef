import type { AttachmentKind, MetadataLocation, MetadataQuery, MetadataVisibility, Rect } from '../workbook/surface.ts';
import { documentScopes, type Service, ServiceError } from './service.ts';

export const developerMetadata: Service = {
  scopes: documentScopes,
  methods: {
    add: ({ host }, location: MetadataLocation, key: string, value: string | null, visibility: MetadataVisibility) =>
      void host.workbook.addMetadata(location, key, value, visibility),
    getAll: ({ host }, query: MetadataQuery) => host.workbook.findMetadata(query),
    update: ({ host }, id: number, change: Parameters<typeof host.workbook.updateMetadata>[1]) =>
      host.workbook.updateMetadata(id, change),
    remove: ({ host }, id: number) => host.workbook.removeMetadata(id),
  },
};

export const developerMetadataFinder: Service = {
  scopes: documentScopes,
  methods: { find: developerMetadata.methods.getAll! },
};

export const attachment: Service = {
  scopes: documentScopes,
  methods: {
    getAll: ({ host }, kind: AttachmentKind, sheetId?: number) =>
      sheetId === undefined ? host.workbook.attachments(kind) : host.workbook.attachments(kind, sheetId),
    add: ({ host }, kind: AttachmentKind, sheetId: number, rects: Rect[], spec: unknown) => {
      if (kind === 'filter' && host.workbook.attachments(kind, sheetId).length > 0)
        throw new ServiceError("You can't create a filter in a sheet that already has a filter.");
      return host.workbook.attach(kind, sheetId, rects, spec);
    },
    update: ({ host }, id: number, change: { rects?: Rect[]; spec?: unknown }) =>
      host.workbook.updateAttachment(id, change),
    remove: ({ host }, id: number) => host.workbook.detach(id),
    // A sheet's rules are always replaced as a whole.
    replaceAll: ({ host }, kind: AttachmentKind, sheetId: number, all: { rects: Rect[]; spec: unknown }[]) => {
      for (const { id } of host.workbook.attachments(kind, sheetId)) host.workbook.detach(id);
      for (const { rects, spec } of all) host.workbook.attach(kind, sheetId, rects, spec);
    },
  },
};
