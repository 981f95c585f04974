"""Hissa maquettes: builds an architectural scale model for each sample property in Blender and renders it.

Run (see README.md):   nice -n 19 blender -b -P render.py -- day night LST-00051
Everything is drawn from the record and a seed made of the listing id, so the same
input always gives the same picture. One Blender unit is one metre of the real building.

How it works, in order
 1. Model          collects boxes, prisms and small meshes by material (numpy, no modifiers).
 2. f_*            facade systems; each clothes one edge of a footprint for some floors.
 3. Site, surround plinth, water, quay, beach, garden, streets, neighbours, trees.
 4. b_* and v_*    the building types; RECIPES says which listing gets which.
 5. render         camera fit, light, Cycles; finish_day and finish_night: our own denoise (denoise.c) and tone.
 6. Plan, hero, still   the cut-open units, the city, the four trust cards.
Copper is used only in the hero (one share cube).
"""
import bpy, csv, ctypes, hashlib, json, math, os, random, subprocess, sys, tempfile, time
import numpy as np
from mathutils import Vector
from mathutils.geometry import tessellate_polygon

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.environ.get("HISSA_SAMPLE", os.path.join(HERE, "../../services/property/sample"))
OUT = os.environ.get("HISSA_OUT", os.path.join(HERE, "../../.data/renders"))
TMP = os.environ.get("HISSA_TMP", os.path.join(tempfile.gettempdir(), "hissa-renders"))
SPP = int(os.environ.get("HISSA_SPP", "16"))
SCALE = float(os.environ.get("HISSA_SCALE", "1"))
ID = (0.0, 0.0, 1.0, 0.0, 0.0, 1.0)             # the frame u = x, v = y
LENS = 120
sin, cos, pi = math.sin, math.cos, math.pi


def lin(hexcol):
    """sRGB hex to linear light."""
    c = [int(hexcol[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(x / 12.92 if x <= .04045 else ((x + .055) / 1.055) ** 2.4 for x in c)


# ---------------------------------------------------------------- materials
# name: colour, roughness, specular, night glow colour, night glow strength, day glow strength
WARM, GOLD, COOL = "#ffcf8c", "#ffc272", "#ffdfb0"
MATS = {
    "plaster": ("#f0ece3", .8, .15), "lime": ("#e8e1d2", .8, .15), "sand": ("#d9ccb4", .85, .1),
    "dune": ("#dfd3bd", .9, .05), "plinth": ("#e2ddd2", .7, .2), "core": ("#93a09a", .6, .2),
    "green": ("#0e5a48", .5, .3), "dark": ("#34423c", .5, .3), "rail": ("#56645e", .5, .3),
    "ctx": ("#dcdfdb", .85, .08), "ctx2": ("#cfd4d0", .85, .08), "road": ("#cdd1cd", .9, .05),
    "pave": ("#e0ddd3", .85, .1), "lawn": ("#b4c5b3", .95, .03), "leaf": ("#7fa692", .9, .05),
    "leaf2": ("#a6c0b1", .9, .05), "leaf3": ("#648f7c", .9, .05), "trunk": ("#b9a88a", .9, .05),
    "glass": ("#71877f", .12, .5), "glass2": ("#82968f", .14, .5), "acryl": ("#c3d6d0", .15, .5),
    "water": ("#9ac3bb", .14, .5), "pv": ("#3a4f55", .2, .5), "wood": ("#c9b795", .7, .1),
    "white": ("#f5f3ee", .7, .2),
    "pool": ("#86c6bd", .12, .5, "#4fd0bd", .9, 0),
    "win_a": ("#71877f", .12, .5, WARM, 2.6, 0), "win_b": ("#7b9089", .14, .5, GOLD, 1.1, 0),
    "win_c": ("#71877f", .12, .5, COOL, 3.4, 0), "unit": ("#e6d5ab", .3, .3, "#ffd896", 5.2, .2),
    "lamp": ("#f3ead8", .5, .2, WARM, 9.0, 0), "soft": ("#efe9da", .8, .1, WARM, .9, 0),
    "copper": ("#93451d", .38, .5, "#e08a4e", 1.0, 0), "taken": ("#175c4b", .38, .4, "#2f9a7c", .10, 0),
    "taken2": ("#2b7561", .38, .4, "#3fae8e", .12, 0), "free": ("#ebece6", .6, .2, "#ffe2b8", .2, 0),
    "corelight": ("#34423c", .7, .1, "#ffd596", 2.2, 0),
    "ground": ("#e4e7e4", .9, .05), "cutwall": ("#0e5a48", .6, .2), "floor": ("#e0d6c2", .7, .2),
    "tile": ("#cfdad6", .45, .3), "rug": ("#a9bfb0", .95, .02), "rug2": ("#cfc3aa", .95, .02),
    "linen": ("#f0ede6", .95, .02), "throw": ("#5f8d79", .95, .02), "stone": ("#d2ccbf", .5, .3),
}


def make_material(name, night):
    """One principled material, with its night glow also written to a pass of its own."""
    p = MATS[name]
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    bs = nt.nodes["Principled BSDF"]
    bs.inputs["Roughness"].default_value = p[1]
    bs.inputs["Specular"].default_value = p[2]
    col = lin(p[0]) + (1,)
    bs.inputs["Base Color"].default_value = col
    if name in ("plaster", "lime", "sand", "dune", "plinth", "pave", "ctx", "lawn", "white", "water", "floor", "wood"):
        # a faint mottle, as cast plaster, flock or satin acrylic has
        geo = nt.nodes.new("ShaderNodeNewGeometry")
        nz = nt.nodes.new("ShaderNodeTexNoise")
        nz.inputs["Scale"].default_value = {"water": .12, "lawn": 2.2, "wood": 1.5}.get(name, .5)
        nz.inputs["Detail"].default_value = 3
        rp = nt.nodes.new("ShaderNodeValToRGB")
        a = {"water": .8, "lawn": .84}.get(name, .95)
        rp.color_ramp.elements[0].position, rp.color_ramp.elements[1].position = .3, .7
        rp.color_ramp.elements[0].color = tuple(c * a for c in col[:3]) + (1,)
        rp.color_ramp.elements[1].color = tuple(min(1, c * (1.02 if name != "water" else 1.12)) for c in col[:3]) + (1,)
        nt.links.new(geo.outputs["Position"], nz.inputs["Vector"])
        nt.links.new(nz.outputs["Fac"], rp.inputs["Fac"])
        nt.links.new(rp.outputs["Color"], bs.inputs["Base Color"])
    if len(p) > 3:
        g = lin(p[3])
        geo = nt.nodes.new("ShaderNodeNewGeometry")
        nz = nt.nodes.new("ShaderNodeTexNoise")          # rooms differ: some bright, some with blinds half down
        nz.inputs["Scale"].default_value = .45
        mr = nt.nodes.new("ShaderNodeMapRange")
        mr.inputs["From Min"].default_value, mr.inputs["From Max"].default_value = .3, .7
        mr.inputs["To Min"].default_value, mr.inputs["To Max"].default_value = p[4] * .45, p[4] * 1.2
        nt.links.new(geo.outputs["Position"], nz.inputs["Vector"])
        nt.links.new(nz.outputs["Fac"], mr.inputs["Value"])
        vm = nt.nodes.new("ShaderNodeVectorMath")
        vm.operation = "SCALE"
        vm.inputs[0].default_value = g
        nt.links.new(mr.outputs["Result"], vm.inputs["Scale"])
        ao = nt.nodes.new("ShaderNodeOutputAOV")
        ao.name = "glow"
        nt.links.new(vm.outputs["Vector"], ao.inputs["Color"])
        if night:
            nt.links.new(vm.outputs["Vector"], bs.inputs["Emission"])
        elif p[5]:
            bs.inputs["Emission"].default_value = g + (1,)
            bs.inputs["Emission Strength"].default_value = p[5]
    return m


# ---------------------------------------------------------------- geometry
def offset(pts, d):
    """Mitred offset of a counter-clockwise polygon, outward for d > 0."""
    out, n = [], len(pts)
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy) = pts[i - 1], pts[i], pts[(i + 1) % n]
        l1, l2 = math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)
        n1, n2 = ((by - ay) / l1, -(bx - ax) / l1), ((cy - by) / l2, -(cx - bx) / l2)
        k = 1 + n1[0] * n2[0] + n1[1] * n2[1]
        k = max(k, .25)
        out.append((bx + d * (n1[0] + n2[0]) / k, by + d * (n1[1] + n2[1]) / k))
    return out


def rect(w, d, x=0, y=0):
    return [(x - w / 2, y - d / 2), (x + w / 2, y - d / 2), (x + w / 2, y + d / 2), (x - w / 2, y + d / 2)]


def rounded(w, d, r, n=6, x=0, y=0):
    out = []
    for cx, cy, a0 in ((w / 2 - r, -d / 2 + r, -90), (w / 2 - r, d / 2 - r, 0), (-w / 2 + r, d / 2 - r, 90), (-w / 2 + r, -d / 2 + r, 180)):
        for i in range(n + 1):
            a = math.radians(a0 + 90 * i / n)
            out.append((x + cx + r * cos(a), y + cy + r * sin(a)))
    return out


def rotated(pts, a):
    c, s = cos(a), sin(a)
    return [(x * c - y * s, x * s + y * c) for x, y in pts]


def edges(pts):
    """Each edge as (frame, length): u runs along the edge, v points outward."""
    for i, (x, y) in enumerate(pts):
        x2, y2 = pts[(i + 1) % len(pts)]
        L = math.hypot(x2 - x, y2 - y)
        dx, dy = (x2 - x) / L, (y2 - y) / L
        yield (x, y, dx, dy, dy, -dx), L


class Model:
    def __init__(self, view_az):
        self.b, self.m = {}, {}
        self.T = (0., 0., 0., 1., 0., 1.)
        self.view = (sin(view_az), -cos(view_az))
        self.fit = []

    def place(self, x=0, y=0, z=0, a=0, k=1):
        self.T = (x, y, z, cos(a), sin(a), k)

    def seen(self, F, lim=-.05):
        c, s = self.T[3], self.T[4]
        nx, ny = F[4] * c - F[5] * s, F[4] * s + F[5] * c
        return nx * self.view[0] + ny * self.view[1] > lim

    def fbox(self, F, mat, u0, u1, v0, v1, z0, z1):
        self.b.setdefault(mat, []).append(F + (u0, u1, v0, v1, z0, z1) + self.T)

    def box(self, mat, x0, x1, y0, y1, z0, z1):
        self.fbox(ID, mat, x0, x1, y0, y1, z0, z1)

    def add(self, mat, V, quads=(), tris=()):
        V = np.asarray(V, float).reshape(-1, 3)
        x, y, z, c, s, k = self.T
        W = np.empty_like(V)
        W[:, 0] = (V[:, 0] * c - V[:, 1] * s) * k + x
        W[:, 1] = (V[:, 0] * s + V[:, 1] * c) * k + y
        W[:, 2] = V[:, 2] * k + z
        self.m.setdefault(mat, []).append((W, np.asarray(quads, np.int64).reshape(-1, 4), np.asarray(tris, np.int64).reshape(-1, 3)))

    def prism(self, mat, pts, z0, z1, ch=0., top=None):
        """Vertical prism on a polygon, with an optional chamfer at the top edge."""
        n = len(pts)
        rings = [(pts, z0), (pts, z1 - ch)]
        if ch:
            rings.append((offset(pts, -ch), z1))
        V = [(x, y, z) for P, z in rings for x, y in P]
        Q = [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for r in range(len(rings) - 1) for i in range(n)]
        self.add(mat, V, Q)
        P = rings[-1][0]
        tr = tessellate_polygon([[Vector((x, y, 0)) for x, y in P]])
        self.add(top or mat, [(x, y, z1) for x, y in P], (), tr)

    def cbox(self, mat, x0, x1, y0, y1, z0, z1, ch=.12):
        """Box with chamfered vertical and top edges, for the larger masses."""
        c = ch
        self.prism(mat, [(x0 + c, y0), (x1 - c, y0), (x1, y0 + c), (x1, y1 - c), (x1 - c, y1), (x0 + c, y1), (x0, y1 - c), (x0, y0 + c)], z0, z1, c * .9)

    def cyl(self, mat, x, y, r, z0, z1, n=14, r2=None):
        r2 = r if r2 is None else r2
        a = np.arange(n) * 2 * pi / n
        V = [(x + r * cos(t), y + r * sin(t), z0) for t in a] + [(x + r2 * cos(t), y + r2 * sin(t), z1) for t in a] + [(x, y, z1)]
        self.add(mat, V, [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)], [(n + i, n + (i + 1) % n, 2 * n) for i in range(n)])

    def fbar(self, F, mat, u0, z0, u1, z1, w, v0, v1):
        """A straight bar within the facade plane, between two (u, z) points."""
        L = math.hypot(u1 - u0, z1 - z0) or 1
        px, pz = -(z1 - z0) / L * w / 2, (u1 - u0) / L * w / 2
        C = [(u0 + px, z0 + pz), (u1 + px, z1 + pz), (u1 - px, z1 - pz), (u0 - px, z0 - pz)]
        V = [(F[0] + F[2] * u + F[4] * v, F[1] + F[3] * u + F[5] * v, z) for v in (v0, v1) for u, z in C]
        self.add(mat, V, [(4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])

    def arch(self, F, mat, u0, u1, z0, z1, w, spring, v0, v1, pointed=False, n=10):
        """Wall panel with one arched opening standing on its foot."""
        uc, r = (u0 + u1) / 2, w / 2
        P = [(uc - r, z0)]
        for i in range(n + 1):
            t = -1 + 2 * i / n
            if pointed:
                P.append((uc + r * t, spring + w * .62 * (1 - abs(t) ** 1.7) ** .8))
            else:
                P.append((uc - r * cos(pi * i / n), spring + r * sin(pi * i / n)))
        P.append((uc + r, z0))
        W = lambda u, v, z: (F[0] + F[2] * u + F[4] * v, F[1] + F[3] * u + F[5] * v, z)
        V, Q = [], []

        def quad(*p):
            Q.append(tuple(range(len(V), len(V) + 4)))
            V.extend(p)
        quad(W(u0, v1, z0), W(uc - r, v1, z0), W(uc - r, v1, z1), W(u0, v1, z1))
        quad(W(uc + r, v1, z0), W(u1, v1, z0), W(u1, v1, z1), W(uc + r, v1, z1))
        for (a, za), (b, zb) in zip(P, P[1:]):
            if abs(a - b) > 1e-6:
                quad(W(a, v1, za), W(b, v1, zb), W(b, v1, z1), W(a, v1, z1))
            quad(W(a, v1, za), W(b, v1, zb), W(b, v0, zb), W(a, v0, za))
        self.add(mat, V, Q)

    def build(self, night):
        """Turn the collected parts into one mesh object per material."""
        for mat in sorted(set(self.b) | set(self.m)):
            Vs, Qs, Ts, base = [], [], [], 0
            if mat in self.b:
                A = np.array(self.b[mat], float)
                o, d, nn = A[:, 0:2], A[:, 2:4], A[:, 4:6]
                C = []
                for z in (10, 11):
                    for u, v in ((6, 8), (7, 8), (7, 9), (6, 9)):
                        xy = o + d * A[:, u:u + 1] + nn * A[:, v:v + 1]
                        c, s, k = A[:, 15], A[:, 16], A[:, 17]
                        C.append(np.stack([(xy[:, 0] * c - xy[:, 1] * s) * k + A[:, 12], (xy[:, 0] * s + xy[:, 1] * c) * k + A[:, 13], A[:, z] * k + A[:, 14]], 1))
                V = np.stack(C, 1).reshape(-1, 3)
                q = np.array([(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])
                Qs.append((np.arange(len(A))[:, None, None] * 8 + q).reshape(-1, 4))
                Vs.append(V)
                base = len(V)
            for W, q, t in self.m.get(mat, ()):
                Vs.append(W)
                Qs.append(q + base)
                Ts.append(t + base)
                base += len(W)
            V = np.concatenate(Vs)
            Q = np.concatenate(Qs) if Qs else np.zeros((0, 4), int)
            T = np.concatenate(Ts) if Ts else np.zeros((0, 3), int)
            me = bpy.data.meshes.new(mat)
            me.vertices.add(len(V))
            me.vertices.foreach_set("co", V.astype(np.float32).ravel())
            nl = len(Q) * 4 + len(T) * 3
            me.loops.add(nl)
            me.loops.foreach_set("vertex_index", np.concatenate([Q.ravel(), T.ravel()]).astype(np.int32))
            me.polygons.add(len(Q) + len(T))
            tot = np.concatenate([np.full(len(Q), 4), np.full(len(T), 3)]).astype(np.int32)
            me.polygons.foreach_set("loop_start", np.concatenate([[0], np.cumsum(tot)[:-1]]).astype(np.int32))
            me.polygons.foreach_set("loop_total", tot)
            if mat.startswith("leaf") or mat in ("linen", "throw"):
                me.polygons.foreach_set("use_smooth", np.ones(len(tot), bool))
            me.update(calc_edges=True)
            me.materials.append(make_material(mat, night))
            bpy.context.scene.collection.objects.link(bpy.data.objects.new(mat, me))


# ---------------------------------------------------------------- the record
class Record:
    def __init__(self, row, area):
        self.id, self.type = row["listing_id"], row["property_type"]
        self.beds, self.baths, self.size = int(row["bedrooms"]), int(row["bathrooms"]), float(row["size_sqm"])
        self.am = set(row["amenities"].split(";"))
        self.district, self.area = row["district"], area
        self.rng = random.Random(int(hashlib.sha256(self.id.encode()).hexdigest()[:12], 16))
        self.unit = set()
        self.clear = None                                    # a stretch of street kept free of trees

    def win(self, f):
        """Which glass a window gets: the unit's floor is lit, some others are lit at night."""
        if f in self.unit:
            if self.type != "villa":
                return "unit"
            x = self.rng.random()                    # a whole house: most rooms lit, none marked
            return "unit" if x < .34 else "win_c" if x < .7 else "win_a" if x < .9 else "glass"
        x = self.rng.random()
        return "win_a" if x < .15 else "win_b" if x < .29 else "win_c" if x < .34 else "glass" if x < .72 else "glass2"


# ---------------------------------------------------------------- facade systems
E = .012                                           # keeps faces from lying in one plane


def bays(L, bay):
    n = max(1, round(L / bay))
    return n, L / n


def f_plain(m, F, L, z, fh, nf, R, f0, mat="plaster", **o):
    m.fbox(F, mat, E, L - E, -.45, 0, z, z + nf * fh)


def f_punched(m, F, L, z, fh, nf, R, f0, bay=3.3, ww=.5, sill=.85, head=2.55, mat="plaster", rec=.42, ledge="lime", arch=False, juliet=0, shutter=False, **o):
    n, bw = bays(L, bay)
    w = bw * ww
    for i in range(n + 1):
        a, b = max(E, i * bw - (bw - w) / 2), min(L - E, i * bw + (bw - w) / 2)
        m.fbox(F, mat, a, b, -rec, 0, z, z + nf * fh)
    for f in range(nf):
        zz = z + f * fh
        jl = juliet and R.rng.random() < juliet
        s = .12 if jl else sill
        if not arch:
            m.fbox(F, mat, 2 * E, L - 2 * E, -rec, -.025, zz + head, zz + fh + E)
        m.fbox(F, mat, 2 * E, L - 2 * E, -rec, -.025, zz, zz + s)
        for i in range(n):
            u = i * bw + (bw - w) / 2
            m.fbox(F, R.win(f0 + f), u, u + w, -rec, -rec + .05, zz + s, zz + fh if arch else zz + head)
            if arch:
                m.arch(F, mat, u - E, u + w + E, zz + s, zz + fh, w * .98, zz + head - w / 2 - .15, -rec, -.025)
            m.fbox(F, "dark", u + w / 2 - .04, u + w / 2 + .04, -rec, -rec + .11, zz + s, zz + head)
            if w > 1.2:
                m.fbox(F, "dark", u, u + w, -rec, -rec + .1, zz + head - .62, zz + head - .55)
            if ledge and not jl:
                m.fbox(F, ledge, u - .12, u + w + .12, -.2, .13, zz + s - .1, zz + s + .03)
            if jl:
                m.fbox(F, ledge or mat, u - .15, u + w + .15, -.1, .55, zz - .02, zz + .14)
                rail(m, F, u - .12, u + w + .12, .5, zz + .14, 1.0)
            if shutter:
                side = R.rng.random()
                sw = w * .52
                if side < .7:
                    uu = u - sw + .05 if side < .35 else u + w - .05
                    uu = min(max(uu, .05), L - sw - .05)
                    louvre_panel(m, F, "sand", uu, uu + sw, zz + s, zz + head, .0, .09)


def louvre_panel(m, F, mat, u0, u1, z0, z1, v0, v1, step=.3):
    m.fbox(F, mat, u0, u0 + .08, v0, v1, z0, z1)
    m.fbox(F, mat, u1 - .08, u1, v0, v1, z0, z1)
    k = max(2, int((z1 - z0) / step))
    for i in range(k + 1):
        zz = z0 + (z1 - z0 - .12) * i / k
        m.fbox(F, mat, u0, u1, v0 + .01, v1 - .01, zz, zz + .12)


def rail(m, F, u0, u1, v, z, h=1.0, mat="rail", step=.45):
    """A thin metal balustrade."""
    m.fbox(F, mat, u0, u1, v - .04, v + .04, z + h - .07, z + h)
    n = max(1, int((u1 - u0) / step))
    for i in range(n + 1):
        u = u0 + (u1 - u0) * i / n
        m.fbox(F, mat, u - .025, u + .025, v - .025, v + .025, z, z + h - .05)


def f_fins(m, F, L, z, fh, nf, R, f0, bay=1.55, depth=.85, mat="plaster", slab="lime", every=0, **o):
    n, bw = bays(L, bay)
    for i in range(n + 1):
        u = min(max(i * bw, .12), L - .12)
        d = depth * (1.0 if not every or i % every == 0 else .55)
        m.fbox(F, mat, u - .1, u + .1, -.4, d, z, z + nf * fh + .5)
    for f in range(nf):
        zz = z + f * fh
        m.fbox(F, slab, E, L - E, -.4, .16, zz - .12, zz + .32)
        for i in range(n):
            u = i * bw
            m.fbox(F, R.win(f0 + f), u + .08, u + bw - .08, -.4, -.3, zz + .3, zz + fh - .1)
            m.fbox(F, "dark", u + .08, u + bw - .08, -.35, -.24, zz + 1.05, zz + 1.11)
        if "balcony" in R.am and L > 6 and f % 2 == 0:             # loggias between the fins, shifting floor by floor
            for i in range(1 if f % 4 else 4, n - 2, 6):
                m.fbox(F, "lime", i * bw + .12, (i + 2) * bw - .12 if i + 2 <= n else L - .12, -.2, depth + .35, zz - .1, zz + .12)
                rail(m, F, i * bw + .15, min((i + 2) * bw, L) - .15, depth + .28, zz + .12, .95)


def f_mashrabiya(m, F, L, z, fh, nf, R, f0, bay=3.0, mat="plaster", screen="sand", cover=.72, cell=.55, **o):
    n, bw = bays(L, bay)
    for i in range(n + 1):
        u = min(max(i * bw, .16), L - .16)
        m.fbox(F, mat, u - .15, u + .15, -.5, .1, z, z + nf * fh)
    for f in range(nf):
        zz = z + f * fh
        m.fbox(F, mat, E, L - E, -.5, .24, zz - .18, zz + .3)
        for i in range(n):
            a, b, c, d = i * bw + .15, (i + 1) * bw - .15, zz + .3, zz + fh - .18
            m.fbox(F, R.win(f0 + f), a, b, -.5, -.42, c, d)
            m.fbox(F, "dark", (a + b) / 2 - .04, (a + b) / 2 + .04, -.44, -.36, c, d)
            if R.rng.random() < cover and (f0 + f) not in R.unit or R.rng.random() < .3:
                lattice(m, F, screen, a + .02, b - .02, c, d, .0, .1, cell)
            elif "balcony" in R.am:
                m.fbox(F, "lime", a, b, -.2, .8, zz - .1, zz + .16)
                rail(m, F, a + .03, b - .03, .74, zz + .16, .95)


def lattice(m, F, mat, a, b, c, d, v0, v1, cell=.55, w=.085):
    """A mashrabiya panel: a frame, a diamond lattice and a small square net."""
    for u0, u1, z0, z1 in ((a, a + .09, c, d), (b - .09, b, c, d), (a, b, c, c + .09), (a, b, d - .09, d)):
        m.fbox(F, mat, u0, u1, v0, v1, z0, z1)
    W, H = b - a, d - c
    k = -H
    while k < W:                                   # rising diagonals u - z = k, falling ones mirrored
        t0, t1 = max(0, -k), min(H, W - k)
        if t1 - t0 > .1:
            m.fbar(F, mat, a + k + t0, c + t0, a + k + t1, c + t1, w, v0 + .02, v1 - .02)
            m.fbar(F, mat, b - k - t0, c + t0, b - k - t1, c + t1, w, v0 + .03, v1 - .03)
        k += cell


def f_curtain(m, F, L, z, fh, nf, R, f0, bay=1.35, mat="plaster", band=.42, strong=4, **o):
    n, bw = bays(L, bay)
    for f in range(nf):
        zz = z + f * fh
        m.fbox(F, mat, E, L - E, -.3, .1, zz - .1, zz + band)
        m.fbox(F, "rail", E, L - E, -.2, .04, zz + fh - .75, zz + fh - .7)
        for i in range(n):
            m.fbox(F, R.win(f0 + f), i * bw, (i + 1) * bw, -.3, -.08, zz + band - .05, zz + fh)
    for i in range(n + 1):
        u = min(max(i * bw, .08), L - .08)
        s = strong and i % strong == 0
        m.fbox(F, mat if s else "rail", u - (.14 if s else .035), u + (.14 if s else .035), -.3, .34 if s else .06, z, z + nf * fh + (.5 if s else 0))


def f_loggia(m, F, L, z, fh, nf, R, f0, bay=4.0, depth=1.25, mat="plaster", solid=.34, screens=True, **o):
    """Deep egg-crate: frames round recessed loggias, some bays closed, staggered floor by floor."""
    n, bw = bays(L, bay)
    bal = "balcony" in R.am
    for i in range(n + 1):
        u = min(max(i * bw, .14), L - .14)
        m.fbox(F, mat, u - .13, u + .13, -.4, depth, z, z + nf * fh + .28)
    for f in range(nf + 1):
        m.fbox(F, mat, E, L - E, -.4, depth - .03, z + f * fh - .02, z + f * fh + .26)
    for f in range(nf):
        zz = z + f * fh
        for i in range(n):
            a, b = i * bw + .13, (i + 1) * bw - .13
            g = R.win(f0 + f)
            if (i + f) % 3 == 0 and solid:
                w = (b - a) * .42
                m.fbox(F, "lime", a, b - w, -.4, depth * .5, zz + .2, zz + fh)
                m.fbox(F, g, b - w, b, -.4, -.3, zz + .2, zz + fh)
            else:
                m.fbox(F, g, a, b, -.4, -.3, zz + .2, zz + fh)
                for k in (1, 2):
                    u = a + (b - a) * k / 3
                    m.fbox(F, "dark", u - .04, u + .04, -.35, -.22, zz + .2, zz + fh)
            if bal:
                rail(m, F, a, b, depth - .14, zz + .26, .9)
            elif screens and R.rng.random() < .45:
                louvre_panel(m, F, "sand", a + (b - a) * .5, b - .02, zz + .26, zz + fh - .02, depth - .3, depth - .2)


def f_louvre(m, F, L, z, fh, nf, R, f0, bay=3.2, mat="plaster", blades=4, depth=.6, **o):
    n, bw = bays(L, bay)
    for f in range(nf):
        zz = z + f * fh
        m.fbox(F, mat, E, L - E, -.35, depth * .55, zz - .1, zz + .34)
        for k in range(1, blades):
            z1 = zz + .34 + (fh - .44) * k / blades
            if (k != 1 and k != 2 or blades > 4) and not ((f0 + f) in R.unit and k in (2, 3, 4)):
                m.fbox(F, "lime", 2 * E, L - 2 * E, .1, depth, z1 - .05, z1 + .05)
        for i in range(n):
            a, b = i * bw, (i + 1) * bw
            m.fbox(F, R.win(f0 + f), a + .05, b - .05, -.35, -.26, zz + .3, zz + fh - .08)
            m.fbox(F, "dark", (a + b) / 2 - .04, (a + b) / 2 + .04, -.33, -.2, zz + .3, zz + fh - .1)
    for i in range(n + 1):
        u = min(max(i * bw, .08), L - .08)
        m.fbox(F, mat, u - .07, u + .07, -.35, depth * .9, z, z + nf * fh)


def f_frames(m, F, L, z, fh, nf, R, f0, bay=4.4, mat="plaster", tall=2, **o):
    """Two-storey frames with glazing and balconies set back inside."""
    n, bw = bays(L, bay)
    for i in range(n + 1):
        u = min(max(i * bw, .3), L - .3)
        m.fbox(F, mat, u - .28, u + .28, -.6, .35, z, z + nf * fh)
    for f in range(nf):
        zz = z + f * fh
        big = (f + f0) % tall == 0
        m.fbox(F, mat if big else "lime", E, L - E, -.6, .31 if big else -.15, zz - (.3 if big else .08), zz + (.32 if big else .14))
        for i in range(n):
            a, b = i * bw + .28, (i + 1) * bw - .28
            m.fbox(F, R.win(f0 + f), a, b, -.47, -.4, zz + .1, zz + fh - .05)
            for k in (1, 2):
                u = a + (b - a) * k / 3
                m.fbox(F, "dark", u - .035, u + .035, -.42, -.33, zz + .1, zz + fh - .05)
            if "balcony" in R.am and (i + f // 2) % 2 == 0:
                m.fbox(F, "lime", a, b, -.3, .95, zz - .05, zz + .16)
                rail(m, F, a + .04, b - .04, .88, zz + .16, .95)


FACADES = {"plain": f_plain, "punched": f_punched, "fins": f_fins, "mashrabiya": f_mashrabiya, "curtain": f_curtain,
           "loggia": f_loggia, "louvre": f_louvre, "frames": f_frames}


def clothe(m, poly, z, fh, nf, kind, R, f0=0, **o):
    """A core and its facade on every edge the camera can see."""
    m.prism("core", offset(poly, -.46), z, z + nf * fh - .05)
    E_ = list(edges(poly))
    out = {"loggia": 1.3, "fins": .9, "louvre": .8}.get(kind, 0)
    for i, (F, L) in enumerate(E_):
        fn = FACADES[kind] if m.seen(F) else f_plain
        if out and fn is not f_plain:                        # where two wings meet, keep their facades apart
            for G, end in ((E_[i - 1][0], 0), (E_[(i + 1) % len(E_)][0], 1)):
                turn = F[2] * G[3] - F[3] * G[2] if end else G[2] * F[3] - G[3] * F[2]
                if turn < -.2:
                    m.fbox(F, o.get("mat", "plaster"), *((L - out, L) if end else (0, out)), -.45, 0, z, z + nf * fh)
                    L -= out
                    if not end:
                        F = (F[0] + F[2] * out, F[1] + F[3] * out) + F[2:]
        fn(m, F, L, z, fh, nf, R, f0, **o)


def roof(m, poly, z, R, par=1.0, mat="plaster", pv=False, plant=True, garden=False, thick=.3):
    m.prism(mat, offset(poly, .06), z - .1, z + .18)
    m.prism("pave", offset(poly, -thick), z + .1, z + .24)
    for i, (F, L) in enumerate(edges(poly)):
        m.fbox(F, mat, -.06 + 2 * E, L + .06 - 3 * E, -thick, .06 - E, z + .1, z + par)
        m.fbox(F, "lime", -.12 + 3 * E, L + .12 - 4 * E, -thick - .05, .12 - 2 * E, z + par, z + par + .12 + E * (i % 3))
    xs, ys = [p[0] for p in poly], [p[1] for p in poly]
    cx, cy, w, d = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys)
    if plant:
        pw, pd = w * R.rng.uniform(.26, .36), d * R.rng.uniform(.26, .36)
        ox = R.rng.uniform(-.12, .12) * w
        m.cbox("lime", cx + ox - pw / 2, cx + ox + pw / 2, cy - pd / 2, cy + pd / 2, z + .2, z + 3.0, .1)
        for i in range(3):
            m.cbox("ctx", cx + ox - pw / 2 + pw * (.14 + .27 * i), cx + ox - pw / 2 + pw * (.32 + .27 * i), cy - pd * .25, cy + pd * .25, z + 2.9, z + 3.7, .06)
        F = (cx + ox - pw / 2, cy - pd / 2, 1., 0., 0., -1.)
        louvre_panel(m, F, "ctx2", pw * .15, pw * .85, z + .6, z + 2.5, .0, .1)
    if pv:
        rows = max(2, int(d * .3 / 1.9))
        for sgn in (-1, 1):
            for r in range(rows):
                yy = cy + sgn * d * .2 + (r - rows / 2) * 1.9 + .4
                x0, x1 = cx - w * .36, cx + w * .36
                V = [(x0, yy, z + .5), (x1, yy, z + .5), (x1, yy + 1.2, z + 1.1), (x0, yy + 1.2, z + 1.1), (x0, yy, z + .42), (x1, yy, z + .42), (x1, yy + 1.2, z + 1.02), (x0, yy + 1.2, z + 1.02)]
                m.add("pv", V, [(0, 1, 2, 3), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)])


def pergola(m, x0, x1, y0, y1, z, h=2.7, mat="wood", step=.55, along="x"):
    for x in (x0 + .1, x1 - .1):
        for y in (y0 + .1, y1 - .1):
            m.box(mat, x - .09, x + .09, y - .09, y + .09, z, z + h)
    m.box(mat, x0, x1, y0 + .02, y0 + .18, z + h - .02, z + h + .2)
    m.box(mat, x0, x1, y1 - .18, y1 - .02, z + h - .02, z + h + .2)
    n = int((x1 - x0) / step)
    for i in range(n + 1):
        x = x0 + .06 + (x1 - x0 - .12) * i / max(1, n)
        m.box(mat, x - .05, x + .05, y0 - .25, y1 + .25, z + h + .1, z + h + .3)


def windtower(m, x, y, s, z0, z1, mat="plaster"):
    """A barjeel: a square shaft with tall slots, cross-walls and timber ends."""
    h = s / 2
    top = z1 - s * 1.5
    m.box(mat, x - h, x + h, y - h, y + h, z0, top)
    for k, (P, L) in enumerate(edges(rect(s, s, x, y))):
        odd = k % 2
        for i in range(4):
            u = L * (i + .5) / 4
            m.fbox(P, mat, i * L / 4 - (.1 if i else 0), i * L / 4 + .12, -.3, 0 - E * (i % 2), top - .1, z1)
            m.fbox(P, "dark", i * L / 4 + .1, (i + 1) * L / 4 - .1, -.36, -.3, top, z1 - .3)
            m.fbox(P, "wood", u - .05, u + .05, -.1, .5, top - .35, top - .25)
        m.fbox(P, mat, L - .13, L - E, -.3, -E, top - .1, z1)
        m.fbox(P, "lime", -.1 + E, L + .1 - 2 * E, -.3, .1, z1 - .3, z1 + .05 + .01 * odd)
        m.fbox(P, "lime", -.06 + E, L + .06 - 2 * E, -.3, .06, top - .12, top + .08 + .01 * odd)
    m.box(mat, x - h + .02, x + h - .02, y - h + .02, y + h - .02, z1 - .2, z1 + .16)


# ---------------------------------------------------------------- planting and small things
def palm(m, x, y, rng, h=7.0, z=0., mat=None):
    mat = mat or rng.choice(["leaf", "leaf3", "leaf"])
    lean, la = rng.uniform(0, .35), rng.uniform(0, 6.28)
    segs, n = 4, 6
    V, Q = [], []
    for k in range(segs + 1):
        t = k / segs
        cx, cy = x + lean * t * t * cos(la), y + lean * t * t * sin(la)
        r = .2 - .09 * t
        V += [(cx + r * cos(2 * pi * i / n), cy + r * sin(2 * pi * i / n), z + h * t) for i in range(n)]
    for k in range(segs):
        Q += [(k * n + i, k * n + (i + 1) % n, (k + 1) * n + (i + 1) % n, (k + 1) * n + i) for i in range(n)]
    m.add("trunk", V, Q)
    tx, ty = x + lean * cos(la), y + lean * sin(la)
    V, Q = [], []
    nf = rng.randint(15, 18)
    for f in range(nf):
        a = 2 * pi * f / nf + rng.uniform(-.2, .2)
        L, up = rng.uniform(2.0, 2.7), rng.uniform(.1, 1.25)
        b = len(V)
        for k in range(6):
            t = k / 5
            rr = L * (t - .12 * t * t)
            zz = z + h + up * 1.6 * t - 2.1 * t * t
            w = .25 * (sin(pi * min(.97, t * .86 + .1)) ** .8)
            px, py = -sin(a) * w, cos(a) * w
            cx, cy = tx + rr * cos(a), ty + rr * sin(a)
            V += [(cx + px, cy + py, zz - .16), (cx, cy, zz), (cx - px, cy - py, zz - .16)]
        for k in range(5):
            i = b + 3 * k
            Q += [(i, i + 1, i + 4, i + 3), (i + 1, i + 2, i + 5, i + 4)]
    m.add(mat, V, Q)


_ICO = None


def ico():
    global _ICO
    if _ICO is None:
        import bmesh
        bm = bmesh.new()
        bmesh.ops.create_icosphere(bm, subdivisions=4, radius=1)
        _ICO = (np.array([v.co[:] for v in bm.verts]), [tuple(v.index for v in f.verts) for f in bm.faces])
        bm.free()
    return _ICO


def tree(m, x, y, rng, h=4.6, z=0., r=None, mat=None):
    """A round model tree: wire trunk and a flocked ball."""
    r = r or h * rng.uniform(.3, .38)
    m.cyl("trunk", x, y, .11, z, z + h - r, 6)
    V, T = ico()
    a, b, c = rng.uniform(0, 6), rng.uniform(0, 6), rng.uniform(0, 6)
    k = 1 + .1 * np.sin(4 * V[:, 0] + a) * np.sin(4 * V[:, 1] + b) + .07 * np.sin(9 * V[:, 2] + c) * np.sin(8 * V[:, 0] + b) + .05 * np.sin(17 * V[:, 0] + c) * np.sin(16 * V[:, 1] + a) * np.sin(15 * V[:, 2])
    W = V * k[:, None] * r * np.array([1, 1, .86])
    m.add(mat or rng.choice(["leaf", "leaf2", "leaf2", "leaf3"]), W + np.array([x, y, z + h - r * .8]), (), T)


def hedge(m, x0, x1, y0, y1, z=0., h=.9):
    m.cbox("leaf", x0, x1, y0, y1, z, z + h, .16)


def car(m, x, y, a, rng):
    """A plain white model car, cut from its profile."""
    c, s = cos(a), sin(a)
    d = rng.choice((-1, 1))
    P = [(-2.1, .32), (2.1, .32), (2.2, .62), (2.05, .84), (1.15, .98), (.45, 1.44), (-1.15, 1.46), (-1.85, 1.02), (-2.18, .9)]
    n = len(P)
    half = [.8 if z < 1.2 else .62 for _, z in P]
    V = [(x + c * u * d - s * v * h, y + s * u * d + c * v * h, z) for v in (-1, 1) for (u, z), h in zip(P, half)]
    tr = tessellate_polygon([[Vector((u, z, 0)) for u, z in P]])
    m.add("white", V, [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)], list(tr) + [tuple(n + k for k in t) for t in tr])
    F = (x, y, c * d, s * d, -s, c)
    m.fbox(F, "ctx2", -1.3, .6, -.74, .74, 1.02, 1.3)
    for u in (-1.3, 1.3):
        m.fbox(F, "rail", u - .3, u + .3, -.78, .78, .04, .6)


def person(m, x, y, z=0.):
    m.cyl("white", x, y, .2, z, z + 1.35, 7, .14)
    m.cyl("white", x, y, .15, z + 1.38, z + 1.72, 7, .1)


def lounger(m, x, y, z, a=0):
    F = (x, y, cos(a), sin(a), -sin(a), cos(a))
    m.fbox(F, "white", -.33, .33, -.95, .5, z + .2, z + .34)
    m.fbox(F, "white", -.33, .33, .5, 1.0, z + .3, z + .62)
    m.fbox(F, "wood", -.28, .28, -.85, .9, z, z + .2)


def parasol(m, x, y, z, r=1.4, mat="linen"):
    m.cyl("wood", x, y, .05, z, z + 2.3, 6)
    m.cyl(mat, x, y, r, z + 2.15, z + 2.65, 8, .06)


def pool(m, x0, x1, y0, y1, z=.0, deck="pave", rim=.9):
    """A pool with deck and coping; the water is a sheet of acrylic."""
    m.box(deck, x0 - rim, x1 + rim, y0 - rim, y1 + rim, z, z + .16)
    m.box("pool", x0, x1, y0, y1, z + .1, z + .2)
    for a, b, c, d in ((x0 - .3, x1 + .3, y0 - .3, y0), (x0 - .3, x1 + .3, y1, y1 + .3), (x0 - .3, x0, y0, y1), (x1, x1 + .3, y0, y1)):
        m.box("white", a, b, c, d, z + .1, z + .3)


def wall(m, x0, y0, x1, y1, h=1.6, t=.28, z=0., mat="plaster"):
    L = math.hypot(x1 - x0, y1 - y0)
    F = (x0, y0, (x1 - x0) / L, (y1 - y0) / L, (y1 - y0) / L, -(x1 - x0) / L)
    m.fbox(F, mat, 0, L, -t / 2, t / 2, z, z + h)
    m.fbox(F, "lime", -.03, L + .03, -t / 2 - .06, t / 2 + .06, z + h, z + h + .1)


def lamp(m, x, y, z=0., h=3.6):
    m.cyl("rail", x, y, .05, z, z + h, 6)
    m.cyl("lamp", x, y, .2, z + h, z + h + .26, 8, .16)


def bollard(m, x, y, z=0.):
    m.box("rail", x - .08, x + .08, y - .08, y + .08, z, z + .55)
    m.box("lamp", x - .09, x + .09, y - .09, y + .09, z + .55, z + .72)


def carport(m, x, y, n, z=0., rng=None, d=5.2):
    """Covered parking: a thin roof on posts over n bays."""
    w = n * 2.8
    m.cbox("white", x - w / 2 - .3, x + w / 2 + .3, y - d / 2, y + d / 2, z + 2.5, z + 2.75, .06)
    for i in range(n + 1):
        xx = x - w / 2 + i * 2.8
        m.box("rail", xx - .07, xx + .07, y + d / 2 - .7, y + d / 2 - .56, z, z + 2.5)
        m.box("white", xx - .05, xx + .05, y - d / 2, y + d / 2, z + .02, z + .06)
    for i in range(n):
        if rng.random() < .7:
            car(m, x - w / 2 + (i + .5) * 2.8, y, pi / 2, rng)


def boat(m, x, y, z, a=0, k=1.0, mat="white"):
    c, s = cos(a), sin(a)
    W = lambda u, v, zz: (x + k * (c * u - s * v), y + k * (s * u + c * v), z + k * zz)
    deck = [(-3, -1), (1, -1.05), (2.4, -.7), (3.6, 0), (2.4, .7), (1, 1.05), (-3, 1)]
    keel = [(u * .86 - .1, v * .7) for u, v in deck]
    n = len(deck)
    V = [W(u, v, -.15) for u, v in keel] + [W(u, v, .75) for u, v in deck]
    m.add(mat, V, [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)])
    m.add("wood", [W(u, v, .72) for u, v in deck], (), [(0, i, i + 1) for i in range(1, n - 1)])
    F = (x, y, c, s, -s, c)
    m.fbox(F, mat, -1.6 * k, .7 * k, -.6 * k, .6 * k, z + .7 * k, z + 1.35 * k)
    m.fbox(F, "glass", -1.2 * k, .74 * k, -.62 * k, .62 * k, z + .95 * k, z + 1.2 * k)


def playground(m, x, y, z=0.):
    m.cyl("rug2", x, y, 3.0, z, z + .15, 24)
    for dx in (-1.4, 1.0):
        m.box("green", x + dx - .06, x + dx + .06, y - .06, y + .06, z, z + 2.1)
    m.box("green", x - 1.5, x + 1.1, y - .06, y + .06, z + 2.0, z + 2.14)
    for dx in (-.8, .3):
        m.box("white", x + dx - .25, x + dx + .25, y - .15, y + .15, z + .5, z + .58)
        m.box("rail", x + dx - .25, x + dx - .21, y - .02, y + .02, z + .55, z + 2.0)
        m.box("rail", x + dx + .21, x + dx + .25, y - .02, y + .02, z + .55, z + 2.0)
    m.cyl("leaf2", x - .6, y + 1.8, .7, z + .15, z + .5, 14)
    m.cyl("lime", x + 1.4, y - 1.6, .55, z + .15, z + .8, 14, .1)


# ---------------------------------------------------------------- sites
class Site:
    """The plinth: a chamfered slab on a thin green foot, land on it, water beside it where there is any."""

    def __init__(self, m, R, w, d, kind):
        self.m, self.R, self.w, self.d, self.kind = m, R, w, d, kind
        a, b = w / 2, d / 2
        self.a, self.b = a, b
        t = .038 * max(w, d) + .7
        self.base = -1.3 - t
        m.cbox("plinth", -a, a, -b, b, -1.3 - t, -1.3, .22)
        m.box("green", -a + .14, a - .14, -b + .14, b - .14, -1.3 - t - .5, -1.3 - t)
        self.foot = -1.3 - t - .5
        self.shore = -b
        if kind in ("quay", "beach", "canal"):
            depth = d * (.22 if kind != "canal" else .17)
            self.shore = -b + depth
            m.cbox("water", -a + .06, a - .06, -b + .06, -b + depth + 4, -1.3, -.62, .08)
        if kind == "beach":
            R2 = random.Random(R.id + "shore")
            ph, am = R2.uniform(0, 6), R2.uniform(.5, .9)
            for k, (z, mat) in enumerate(((-.52, "dune"), (-.34, "dune"), (-.16, "dune"), (0., "plaster"))):
                y0 = self.shore - 3.6 + k * (1.5 if k < 3 else 1.9)
                pts = [(-a + .02 + .012 * k, b - .02 - .012 * k)]
                xs = np.linspace(-a + .02 + .012 * k, a - .02 - .012 * k, 40)
                pts += [(x, y0 + am * sin(x * .21 + ph + k * .25) + .35 * sin(x * .5 + 2 * ph + k)) for x in xs]
                pts += [(a - .02 - .012 * k, b - .02 - .012 * k)]
                m.prism(mat, pts, -1.3, z, .05)
            self.shore += 2.2
        else:
            m.cbox("plaster", -a + .02, a - .02, self.shore + (.02 if kind in ("quay", "canal") else .02), b - .02, -1.3, 0, .07)
        if kind in ("quay", "canal"):
            s = self.shore
            m.box("lime", -a + .05, a - .05, s - .12, s + .7, -.9, .14)
            for i in range(int(w / 4)):
                x = -a + 2 + i * 4
                m.box("dark", x - .1, x + .1, s - .2, s - .1, -1.1, .0)
            m.box("pave", -a + .06, a - .06, s + .7, s + 4.2, 0, .08)
            n = int(w / 2.4)
            for i in range(1, n):
                m.box("road", -a + i * w / n - .03, -a + i * w / n + .03, s + .72, s + 4.18, .02, .095)
        if kind == "desert":
            R2 = random.Random(R.id + "dune")
            for k in range(4):                     # laminated contour sheets at the back corner
                pts, r0 = [], (max(a, b) * (.62 - .13 * k))
                for i in range(25):
                    t2 = pi + pi / 2 * i / 24
                    rr = r0 * (1 + .12 * sin(3 * t2 + k) + .07 * sin(7 * t2 + 2 * k + R2.random()))
                    pts.append((a - .05 - .02 * k + rr * cos(t2), b - .05 - .02 * k + rr * sin(t2)))
                pts = [(a - .05 - .02 * k, b - .05 - .02 * k)] + pts
                m.prism("dune", pts, 0, .42 * (k + 1), .04)
        # the maker's mark, an eight-pointed star let into the far corner
        s = max(w, d) * .012
        mx, my = (1 if m.view[0] > 0 else -1) * (a - 2.6 * s), b - 2.6 * s
        for k in (0, pi / 4):
            m.prism("green", [(mx + x, my + y) for x, y in rotated(rect(2.4 * s, 2.4 * s), k)], 0., .24 + .02 * (k > 0))
        self.fitpoints(m, .0)

    def fitpoints(self, m, h):
        for x in (-self.a, self.a):
            for y in (-self.b, self.b):
                m.fit += [(x, y, self.foot), (x, y, h)]


def road(m, x0, x1, y0, y1, marks=True):
    m.box("road", x0, x1, y0, y1, 0, .035)
    if not marks:
        return
    if x1 - x0 > y1 - y0:
        y, n = (y0 + y1) / 2, int((x1 - x0) / 3)
        for i in range(n):
            m.box("white", x0 + 3 * i + .6, x0 + 3 * i + 2.1, y - .06, y + .06, .03, .05)
    else:
        x, n = (x0 + x1) / 2, int((y1 - y0) / 3)
        for i in range(n):
            m.box("white", x - .06, x + .06, y0 + 3 * i + .6, y0 + 3 * i + 2.1, .03, .05)


def block(m, x0, x1, y0, y1, h, rng, fh=3.4):
    """A neighbour in plain grey: floors scored as fine lines, a parapet and a plant box."""
    mat = rng.choice(["ctx", "ctx", "ctx2"])
    m.cbox(mat, x0, x1, y0, y1, 0, h, .14)
    f = fh
    while f < h - 1:
        m.box("ctx2" if mat == "ctx" else "ctx", x0 - .05, x1 + .05, y0 - .05, y1 + .05, f - .06, f + .06)
        f += fh
    m.box(mat, x0 + .35, x1 - .35, y0 + .35, y1 - .35, h - .1, h + .01)
    for a, b, c, d in ((x0, x1, y0, y0 + .3), (x0, x1, y1 - .3, y1), (x0, x0 + .3, y0 + .3, y1 - .3), (x1 - .3, x1, y0 + .3, y1 - .3)):
        m.box(mat, a + .1, b - .1, c + .1, d - .1, h, h + .6)
    w, d = (x1 - x0), (y1 - y0)
    m.cbox(mat, x0 + w * .3, x0 + w * .62, y0 + d * .35, y0 + d * .7, h, h + 1.8, .08)


def house(m, x, y, w, d, h, rng):
    """A plain grey neighbouring house."""
    m.cbox("ctx", x - w / 2, x + w / 2, y - d / 2, y + d / 2, 0, h, .1)
    m.cbox("ctx", x - w / 2 + w * .1, x + w * .2, y - d * .3, y + d / 2 - .2, h - .1, h + 2.6, .1)
    m.box("ctx2", x - w / 2 - .04, x + w / 2 + .04, y - d / 2 - .04, y + d / 2 + .04, h * .48, h * .48 + .12)


def plant_row(m, R, x0, y0, x1, y1, n, kind="palm", z=0., h=7.0, jit=.25):
    for i in range(n):
        t = (i + .5) / n
        x, y = x0 + (x1 - x0) * t + R.rng.uniform(-jit, jit), y0 + (y1 - y0) * t + R.rng.uniform(-jit, jit)
        if R.clear and R.clear[0] < x < R.clear[1] and abs(y0 - y1) < .01:
            continue
        if kind == "palm":
            palm(m, x, y, R.rng, h * R.rng.uniform(.86, 1.12), z)
        else:
            tree(m, x, y, R.rng, h * R.rng.uniform(.85, 1.15), z)


# ---------------------------------------------------------------- sites with their surroundings
def surround(m, R, S, kind, keep):
    """Fill the plinth round the building. keep = (x0, x1, y0, y1), the plot left free."""
    rng = R.rng
    x0, x1, y0, y1 = keep
    a, b, s = S.a, S.b, S.shore
    vx = 1 if m.view[0] > 0 else -1                       # the side the camera stands on
    top = 0.
    if kind == "dense":
        rw = 4.6 if S.hmax > 16 else 3.4
        road(m, -a + .1, a - .1, y0 - rw - 1.4, y0 - 1.4)
        m.box("pave", x0 - 1.4, x1 + 1.4, y0 - 1.4, y1 + 1.4, 0, .12)
        far = -vx
        fx0, fx1 = (x1 + rw + 1.8, a - .7) if far > 0 else (-a + .7, x0 - rw - 1.8)
        nx0, nx1 = (x1 + rw + 1.8, a - .7) if far < 0 else (-a + .7, x0 - rw - 1.8)
        for sx in (x0 - rw - 1.4, x1 + 1.4):
            road(m, sx, sx + rw, y0 - 1.4, b - .1)
        if fx1 - fx0 > 4:
            yy = y0 - 1
            while yy < b - 6:
                L = rng.uniform(8, 13)
                h = rng.uniform(9, 24) * (S.hmax / 45)
                if R.district == "Mussafah":
                    saw_sheds(m, R, fx0, fx1, yy, min(yy + L, b - .8), rng.uniform(4.5, 7))
                else:
                    block(m, fx0, fx1, yy, min(yy + L, b - .8), max(7, h), rng)
                yy += L + 2.2
        if nx1 - nx0 > 4:
            yy = max(y0 + 4, b - (b - y0) * .55)
            block(m, nx0, nx1, yy, b - .8, max(6, rng.uniform(5, 9) * S.hmax / 45), rng)
            if "covered_parking" not in R.am:
                plant_row(m, R, (nx0 + nx1) / 2 - 1, y0 + 1, (nx0 + nx1) / 2 - 1, yy - 2, 3, "tree", h=5)
        if b - y1 > 9:
            xx = x0
            while xx < x1 - 4:
                L = rng.uniform(9, 15)
                block(m, xx, min(xx + L, x1), y1 + 4, b - .8, max(7, rng.uniform(7, 18) * S.hmax / 45), rng)
                xx += L + 1.8
        fy = y0 - rw - 1.4
        if fy - s > 7 and S.kind in ("none", "desert"):
            m.box("pave", -a + .1, a - .1, s + .1, fy, 0, .1)
            xx = -a + 1
            while xx < a - 6:
                L = rng.uniform(7, 11)
                if rng.random() < .6:
                    m.box("lawn", xx, min(xx + L, a - 1), s + 1.2, fy - 1.2, .05, .2)
                    plant_row(m, R, xx + 1, (s + fy) / 2, min(xx + L, a - 1) - 1, (s + fy) / 2, 2, rng.choice(["palm", "tree"]), h=6)
                else:
                    (saw_sheds if R.district == "Mussafah" else block)(*((m, R) if R.district == "Mussafah" else (m,)), xx, min(xx + L, a - 1), s + .9, fy - 1, *((2.6,) if R.district == "Mussafah" else (rng.uniform(2.6, 4.2), rng)))
                xx += L + 1.6
        elif fy - s > 2.2:
            m.box("pave", -a + .1, a - .1, s + .1, fy, 0, .1)
            plant_row(m, R, -a + 3, (s + fy) / 2, a - 3, (s + fy) / 2, int(2 * a / 8), "tree", .1, 3.6, .3)
        for i in range(max(3, int(2 * a / 11))):
            lamp(m, -a + 5 + i * 11, y0 - 1.75, 0, 4.2)
        for i in range(4):
            car(m, -a + 4 + i * (2 * a - 8) / 3.2 + rng.uniform(-1, 1), y0 - 1.4 - rw * (.25 if i % 2 else .75), 0, rng)
        plant_row(m, R, x0, y0 - .6, x1, y0 - .6, max(3, int((x1 - x0) / 6)), "palm", .1, 6.5)
    elif kind in ("quay", "beach", "canal"):
        y = y0 - 1.2
        m.box("pave", x0 - 1.4, x1 + 1.4, y0 - 1.4, y1 + 1.4, 0, .12)
        m.box("lawn", -a + 1, x0 - 2.6, y0 - .5, b - 2.2, 0, .16)
        m.box("lawn", x1 + 2.6, a - 1, y0 - .5, b - 2.2, 0, .16)
        for sx0, sx1 in ((-a + 2.2, x0 - 3.6), (x1 + 3.6, a - 2.2)):
            if sx1 - sx0 < 2:
                continue
            n = max(2, int((b - y0) / 7))
            for i in range(n):
                yy = y0 + 1 + (b - 3.5 - y0) * (i + .5) / n
                if "covered_parking" in R.am and R.type != "villa" and sx0 * vx > 0 and yy < y0 + 11:
                    continue                                 # the carport stands here
                for _ in range(2 if sx1 - sx0 > 6 else 1):
                    xx = rng.uniform(sx0, sx1)
                    (palm if rng.random() < .55 else tree)(m, xx, yy + rng.uniform(-1, 1), rng, rng.uniform(5, 7.5) if rng.random() < .6 else 5, .1)
        if kind == "beach":
            for i in range(int(2 * a / 5)):
                xx = -a + 3 + i * 5 + rng.uniform(-.8, .8)
                parasol(m, xx, s - .9, -.2, 1.25, rng.choice(["linen", "leaf2", "linen"]))
                lounger(m, xx - .8, s - 1.0, -.18, pi)
                lounger(m, xx + .8, s - 1.0, -.18, pi)
            plant_row(m, R, -a + 2, s + 1.6, a - 2, s + 1.6, int(2 * a / 7), "palm", 0, 7.5, .7)
            m.box("pave", -2.0, 2.0, s - .6, y0 - 1.3, -.05, .1)
            bx = rng.uniform(.2, .6) * a * vx
            boat(m, bx, -b + (s + b) * .18, -.62, rng.uniform(-.4, .4), 1.0)
        else:
            plant_row(m, R, -a + 2.5, s + 3.2, a - 2.5, s + 3.2, max(4, int(2 * a / 7.5)), "palm", .05, 7.0, .15)
            for i in range(max(3, int(2 * a / 9))):
                lamp(m, -a + 5 + i * 9, s + 1.4, .08)
            jx = rng.uniform(-.5, .5) * a
            D = s + b
            m.box("wood", jx - .8, jx + .8, s - D * .62, s - .1, -.35, -.15)
            for i in range(4):
                for xx in (jx - .75, jx + .75):
                    m.cyl("rail", xx, s - .8 - i * D * .17, .12, -1.2, .25, 6)
            for i, k in enumerate((-1, 1)):
                if D > 6:
                    boat(m, jx + k * 2.6, s - D * .36 + i, -.62, pi / 2 + .05 * k, min(1.1, D / 9))
            for _ in range(6):
                person(m, rng.uniform(-a + 3, a - 3), s + rng.uniform(1, 2.6), .08)
    else:                                                    # garden suburb or desert edge
        rw = 4.2
        road(m, -a + .1, a - .1, -b + 1.2, -b + 1.2 + rw)
        fy = -b + 1.2 + rw
        m.box("pave", -a + .1, a - .1, fy, fy + 1.2, 0, .1)
        for i in range(max(3, int(2 * a / 11))):
            lamp(m, -a + 6 + i * 11, fy + .5, .1, 4.2)
        for i in range(3):
            car(m, -a + 5 + i * (2 * a - 10) / 2.2, -b + 1.2 + rw * (.28 if i % 2 else .74), 0, rng)
        if R.type == "villa":                                # keep the house in view
            for sx in (-1, 1):
                plant_row(m, R, sx * (a - 2), fy + 1.9, sx * (a * .55), fy + 1.9, 2, "palm", 0, 4.6, .3)
        else:
            kind_ = rng.choice(["tree", "palm"])             # slender palms before the lower rows of houses
            plant_row(m, R, -a + 2, fy + 1.9, a - 2, fy + 1.9, max(4, int(2 * a / 6.5)), "palm" if R.type == "townhouse" else kind_, 0, 5.4, .3)
        lm = "dune" if kind == "desert" else "lawn"
        for sx0, sx1, sg in ((-a + .9, x0 - 2.0, -1), (x1 + 2.0, a - .9, 1)):
            if sx1 - sx0 < 3:
                continue
            m.box(lm, sx0, sx1, y0, b - 1, 0, .12)
            if sx1 - sx0 > 8 and sg == -vx and kind != "desert":
                yy = y0 + 5
                while yy < b - 5:
                    house(m, (sx0 + sx1) / 2, yy, (sx1 - sx0) * .62, 7.4, rng.uniform(5, 7), rng)
                    yy += 11
                for _ in range(5):
                    tree(m, rng.choice([sx0 + 1.2, sx1 - 1.2]), rng.uniform(y0 + 1, b - 2.5), rng, 4.6, .1)
            else:
                n = max(3, int((b - y0) / 4.5))
                for i in range(n):
                    xx, yy = rng.uniform(sx0 + 1, sx1 - 1), y0 + 1 + (b - 2.5 - y0) * (i + .5) / n
                    if kind == "desert" and xx > 0 and yy > 0 or "covered_parking" in R.am and R.type != "villa" and sg == vx and yy < y0 + 11:
                        continue
                    (palm if rng.random() < (.7 if kind == "desert" else .35) else tree)(m, xx, yy, rng, rng.uniform(4.6, 6.4), .1)
        if b - y1 > 5 and kind != "desert":
            m.box("lawn", x0, x1, y1 + 2, b - 1, 0, .12)
            plant_row(m, R, x0 + 1, (y1 + b) / 2 + .6, x1 - 1, (y1 + b) / 2 + .6, max(3, int((x1 - x0) / 4.5)), "tree", .1, 5.2, .5)
        for _ in range(4):
            person(m, rng.uniform(-a + 3, a - 3), fy + rng.uniform(.3, .9), .1)


def arcade(m, poly, z, h, R, bay=3.4, mat="lime", depth=1.7, pointed=False):
    """An arcaded base: arches in front, glazing set back, a cornice above."""
    m.prism("core", offset(poly, -depth), z, z + h)
    m.prism("soft", offset(poly, -depth + .06), z, z + .1)
    for F, L in edges(poly):
        n, bw = bays(L, bay)
        if not m.seen(F):
            f_plain(m, F, L, z, h, 1, R, 0, mat)
            continue
        for i in range(n):
            m.arch(F, mat, i * bw, (i + 1) * bw, z, z + h, bw * .7, z + h - bw * .35 - .75, -.55, 0, pointed)
            m.fbox(F, R.win(-9), i * bw + .2, (i + 1) * bw - .2, -depth - .02, -depth + .06, z + .1, z + h - .3)
        m.fbox(F, mat, 0, L, -.55, -.5, z + h - .3, z + h)
        for i in range(n + 1):
            u = min(max(i * bw, .5), L - .5)
            m.fbox(F, mat, u - bw * .15 - .06, u + bw * .15 + .06, -.58, .07, z, z + .4)
    m.prism(mat, offset(poly, .22), z + h - .02, z + h + .34, .06)


def podium(m, poly, h, R, kind="glass"):
    m.prism("lime", offset(poly, .9), 0, .32, .05)
    m.prism("pave", offset(poly, .5), .1, .42, .04)
    if kind == "glass":
        m.prism("core", offset(poly, -.9), .3, h)
        for F, L in edges(poly):
            if m.seen(F):
                n, bw = bays(L, 2.6)
                for i in range(n):
                    m.fbox(F, R.win(-9), i * bw + .06, (i + 1) * bw - .06, -.9, -.82, .42, h - .3)
                for i in range(n + 1):
                    u = min(max(i * bw, .2), L - .2)
                    m.fbox(F, "plaster", u - .17, u + .17, -.5, -.12, .4, h)
            else:
                f_plain(m, F, L, .3, h - .3, 1, R, 0)
        m.prism("plaster", offset(poly, .5), h - .34, h + .02, .06)
    return h


def unitset(R, *floors):
    R.unit = set(floors)


# ---------------------------------------------------------------- apartment buildings
def b_mid_L(m, R, o):
    """Mid-rise in an L round a shared garden."""
    W, D, t, nf, fh = o["w"], o["d"], o["t"], o["nf"], 3.3
    unitset(R, o.get("unit", nf - 2))
    P = [(-W / 2, -D / 2), (-W / 2 + t, -D / 2), (-W / 2 + t, D / 2 - t), (W / 2, D / 2 - t), (W / 2, D / 2), (-W / 2, D / 2)]
    if m.view[0] < 0:
        P = [(-x, y) for x, y in reversed(P)]
    base = o.get("base", 4.2)
    if o.get("arcade"):
        arcade(m, P, 0, base, R, pointed=o.get("pointed", False))
    else:
        podium(m, P, base, R)
    clothe(m, P, base + .3, fh, nf, o["fac"], R, **o.get("fo", {}))
    top = base + .3 + nf * fh
    roof(m, P, top, R, plant=False, pv=False)
    sg = 1 if m.view[0] > 0 else -1
    x = -sg * (W / 2 - t / 2)
    m.cbox("lime", x - t * .3, x + t * .3, D / 2 - t * .8, D / 2 - t * .1, top, top + 2.8, .1)
    for i in range(4):
        if i == 0:
            pergola(m, x - t * .32, x + t * .32, -D / 2 + 1.5, -D / 2 + 5.5, top + .2, 2.4)
        m.cbox("ctx", sg * (W * .04 * i) - 1, sg * (W * .04 * i) + .2, D / 2 - t * .7 + i * .1, D / 2 - t * .4, top + .2, top + 1.3, .06)
    # the garden in the angle
    gx0, gx1 = sorted((-sg * (W / 2 - t - 1.2), sg * (W / 2 - .2)))
    gy0, gy1 = -D / 2 + .6, D / 2 - t - 1.4
    m.box("pave", gx0 - .6, gx1 + .4, gy0 - .6, gy1 + .6, .1, .2)
    if "pool" in R.am:
        px = (gx0 + gx1) / 2
        pool(m, px - (gx1 - gx0) * .3, px + (gx1 - gx0) * .3, gy0 + 2, gy0 + 2 + (gy1 - gy0) * .38, .2)
        for i in range(5):
            lounger(m, px - 5 + i * 2.3, gy0 + 2 + (gy1 - gy0) * .38 + 2.0, .36, 0)
        plant_row(m, R, gx0 + 1, gy1 - 1, gx1 - 1, gy1 - 1, 4, "palm", .2, 6.5)
        plant_row(m, R, gx1 - .6 if sg > 0 else gx0 + .6, gy0 + 1, gx1 - .6 if sg > 0 else gx0 + .6, gy1 - 2, 3, "palm", .2, 6)
    else:
        m.box("lawn", gx0 + .6, gx1 - .6, gy0 + .6, gy1 - .6, .1, .34)
        cx, cy = (gx0 + gx1) / 2, (gy0 + gy1) / 2
        m.box("pave", gx0, gx1, cy - .6, cy + .6, .3, .38)
        m.box("pave", cx - .6, cx + .6, gy0, gy1, .3, .38)
        m.cyl("lime", cx, cy, 2.1, .3, .5, 24)
        m.cyl("leaf2", cx, cy, 1.4, .5, .7, 20)
        for qx in (-1, 1):
            for qy in (-1, 1):
                for _ in range(2):
                    (palm if R.rng.random() < .35 else tree)(m, cx + qx * R.rng.uniform(2.5, (gx1 - gx0) / 2 - 2), cy + qy * R.rng.uniform(2, (gy1 - gy0) / 2 - 1.4), R.rng, R.rng.uniform(4, 5.6), .3)
    for i in range(3):
        person(m, (gx0 + gx1) / 2 + i * 1.1 - 1, gy0 + .2, .2)
    return top + 2.8


def b_court(m, R, o):
    """U-shaped block round a court that opens to the front, arcaded, arched windows."""
    W, D, t, nf, fh = o["w"], o["d"], o["t"], o["nf"], 3.3
    unitset(R, o.get("unit", 2))
    P = [(-W / 2, -D / 2), (-W / 2 + t, -D / 2), (-W / 2 + t, D / 2 - t), (W / 2 - t, D / 2 - t), (W / 2 - t, -D / 2), (W / 2, -D / 2), (W / 2, D / 2), (-W / 2, D / 2)]
    arcade(m, P, 0, 4.4, R, 3.0, pointed=True)
    clothe(m, P, 4.7, fh, nf, o["fac"], R, **o.get("fo", {}))
    top = 4.7 + nf * fh
    roof(m, P, top, R, plant=False)
    for sg in (-1, 1):
        m.cbox("lime", sg * (W / 2 - t / 2) - 2, sg * (W / 2 - t / 2) + 2, D / 2 - t * .8, D / 2 - t * .2, top, top + 2.7, .1)
        m.prism("plaster", rect(t * .7, 3.2, sg * (W / 2 - t / 2), -D / 2 + 2.6), top, top + 2.6, .06)
        m.prism("lime", rect(t * .78, 3.7, sg * (W / 2 - t / 2), -D / 2 + 2.6), top + 2.5, top + 2.75, .06)
    cw = W - 2 * t
    m.box("pave", -cw / 2 - .2, cw / 2 + .2, -D / 2 - 1, D / 2 - t, .1, .2)
    if "pool" in R.am:
        pool(m, -cw * .22, cw * .22, -D / 2 + 1.6, D / 2 - t - 5, .2, rim=1.0)
        for i in range(4):
            lounger(m, -cw * .36, -D / 2 + 2.5 + i * 2.2, .3, pi / 2)
            lounger(m, cw * .36, -D / 2 + 2.5 + i * 2.2, .3, -pi / 2)
        parasol(m, -cw * .4, -D / 2 + 4, .3)
        parasol(m, cw * .4, -D / 2 + 7, .3)
    plant_row(m, R, -cw / 2 + 1.4, D / 2 - t - 1.8, cw / 2 - 1.4, D / 2 - t - 1.8, 4, "palm", .2, 7)
    plant_row(m, R, -cw / 2 + 1, -D / 2 - .2, cw / 2 - 1, -D / 2 - .2, 2, "palm", .2, 6.5)
    return top + 2.8


def b_slabtower(m, R, o):
    """A tower on a podium; the facade system, plan and crown come from the recipe."""
    P, nf, fh = o["plan"], o["nf"], o.get("fh", 3.4)
    unitset(R, *o.get("unit", (nf // 2,)))
    xs, ys = [p[0] for p in P], [p[1] for p in P]
    pod = o.get("pod", 1.25)
    ph = o.get("ph", 5.0)
    if pod:
        PP = rect((max(xs) - min(xs)) * pod + 2, (max(ys) - min(ys)) * pod + 1, o.get("px", 0), 0)
        if o.get("arcade"):
            arcade(m, PP, 0, ph, R, 3.6, pointed=o.get("pointed", False))
        else:
            podium(m, PP, ph, R)
        m.prism("pave", offset(PP, -.4), ph, ph + .4)
        for F, L in edges(PP):
            m.fbox(F, "plaster", 0, L - E, -.3, 0, ph, ph + 1.1)
        for _ in range(9):
            e = R.rng.choice(list(edges(PP)))
            u = R.rng.uniform(1.5, e[1] - 1.5)
            F = e[0]
            wide = abs(F[4]) * ((max(xs) - min(xs)) * (pod - 1) + 2) / 2 + abs(F[5]) * ((max(ys) - min(ys)) * (pod - 1) + 1) / 2
            h, r, e = (2.8, None, 1.3) if wide > 2.9 else (1.5, .5, .85)       # shrubs where the terrace is narrow
            tree(m, F[0] + F[2] * u - F[4] * e, F[1] + F[3] * u - F[5] * e, R.rng, h, ph + .4, r)
        z = ph + .4
    else:
        z = 0
        podium(m, P, 5.0, R)
        z = 5.0
    f0 = 0
    steps = o.get("steps") or [(nf, 0)]
    Q = P
    for k, (n, inset) in enumerate(steps):
        if inset:
            Q2 = offset(Q, -inset) if not o.get("side") else Q
            if o.get("shift"):
                sx = o["shift"]
                Q2 = [(min(max(x, min(p[0] for p in Q) + (inset if sx < 0 else 0)), max(p[0] for p in Q) - (inset if sx > 0 else 0)), y if y < 0 else y - inset * .5) for x, y in Q]
            roof(m, Q, z, R, plant=False)
            for F, L in edges(Q):
                if m.seen(F) and L > 3:
                    for i in range(max(1, int(L / 3.2))):
                        u = (i + .5) * L / max(1, int(L / 3.2))
                        tree(m, F[0] + F[2] * u - F[4] * 1.2, F[1] + F[3] * u - F[5] * 1.2, R.rng, R.rng.uniform(1.9, 2.6), z + .2)
            Q = Q2
        clothe(m, Q, z, fh, n, o["fac"], R, f0, **o.get("fo", {}))
        z += n * fh
        f0 += n
    roof(m, Q, z, R, pv=o.get("pv", False), plant=o.get("plant", True) and o.get("crown") != "loggia")
    if o.get("crown") == "frame":
        for F, L in edges(Q):
            n, bw = bays(L, 3.2)
            for i in range(n + 1):
                u = min(max(i * bw, .2), L - .2)
                m.fbox(F, "plaster", u - .14, u + .14, -.3, 0, z, z + 4.2)
            m.fbox(F, "plaster", 0, L - E, -.3, -E, z + 4.0, z + 4.5)
        z += 1.5
    for f in o.get("bands", ()):                             # string courses
        m.prism("lime", offset(Q, .22), z - (nf - f) * fh - .12, z - (nf - f) * fh + .16, .05)
    if o.get("crown") == "loggia":                           # a set-back arcaded top storey
        Q2 = offset(Q, -2.2)
        arcade(m, Q2, z + .2, 3.4, R, 2.6, "plaster", 1.2)
        m.prism("plaster", offset(Q2, .9), z + 3.55, z + 3.95, .08)
        z += 1.4
    if o.get("crown") == "pergola":
        xs, ys = [p[0] for p in Q], [p[1] for p in Q]
        w, d = max(xs) - min(xs), max(ys) - min(ys)
        pergola(m, min(xs) + 1, max(xs) - w * .55, min(ys) + 1, min(ys) + d * .45, z + .3, 2.8)
    if o.get("wind"):
        for sx, s in o["wind"]:
            windtower(m, sx, 0.5, s, z - .1, z + s * 2.5)
            return z + s * 2.5
    return z + 3.6


def b_balcony_tower(m, R, o):
    """Slabs that run round the tower as balconies; offset, turn and waves come from the recipe."""
    P, nf, fh = o["plan"], o["nf"], o.get("fh", 3.4)
    unitset(R, *o.get("unit", (nf // 2,)))
    xs, ys = [p[0] for p in P], [p[1] for p in P]
    ph = 4.8
    if o.get("pod"):
        PP = offset(rect(max(xs) - min(xs), max(ys) - min(ys)), o["pod"])
        if o.get("arcade"):
            arcade(m, PP, 0, ph, R, 3.4)
        else:
            podium(m, PP, ph, R)
        m.prism("pave", offset(PP, -.3), ph, ph + .4)
        for F, L in edges(PP):
            m.fbox(F, "plaster", 0, L - E, -.3, 0, ph, ph + 1.1)
    else:
        podium(m, offset(P, .6), ph, R)
    z0 = ph + .35
    turn, wave, amp, bal = o.get("turn", 0), o.get("wave", 0), o.get("amp", 0), o.get("bal", 1.6)
    n = len(P)
    for f in range(nf + 1):
        z = z0 + f * fh
        a = turn * f
        Q = rotated(P, a)
        if wave:
            S = []
            O = offset(Q, 1.0)
            for (x, y), (xo, yo) in zip(Q, O):
                th = math.atan2(y, x)
                k = bal + amp * sin(wave * th + f * o.get("phase", .55))
                S.append((x + (xo - x) * k, y + (yo - y) * k))
        else:
            S = offset(Q, bal if f % 2 == 0 or not o.get("alt") else bal * .45)
        if f == nf:
            S = offset(Q, bal * .8 if not wave else bal)
        m.prism("plaster", S, z - .08, z + .26, .05)
        if f == nf:
            break
        up = z + .26
        m.prism("core", offset(Q, -.2), z, z + fh)
        for F, L in edges(Q):                       # glazing behind the balcony
            if not m.seen(F, -.15):
                continue
            k, bw = bays(L, o.get("gl", 2.4))
            for i in range(k):
                if o.get("solid") and (i + f * 2) % o["solid"] == 0:
                    m.fbox(F, "lime", i * bw, (i + 1) * bw, -.2, .12, up - .1, z + fh)
                else:
                    m.fbox(F, R.win(f), i * bw, (i + 1) * bw, -.2, .02, up - .1, z + fh)
                m.fbox(F, "dark" if L > 2 else "rail", i * bw - .035, i * bw + .035, -.1, .1, up - .1, z + fh)
        for i, (F, L) in enumerate(edges(S)):       # balustrade
            if not m.seen(F, -.15):
                continue
            if o.get("upstand"):
                m.fbox(F, "plaster", -.02, L + .02, -.2, -.02, up - .05, up + o["upstand"] + .008 * (i % 3))
                m.fbox(F, "rail", -.02, L + .02, -.14, -.08, up + o["upstand"] + .2, up + o["upstand"] + .28)
            else:
                m.fbox(F, "acryl", 0, L, -.14, -.09, up, up + .92)
                m.fbox(F, "rail", -.02, L + .02, -.16, -.07, up + .9, up + .98)
        if o.get("party") and not turn:
            for F, L in edges(Q):
                if m.seen(F) and L > 5:
                    k, bw = bays(L, o["party"])
                    for i in range(1, k):
                        m.fbox(F, "plaster", i * bw - .1, i * bw + .1, 0, bal * .9, z + .2, z + fh)
    zt = z0 + nf * fh
    Q = rotated(P, turn * nf)
    roof(m, offset(Q, -.5), zt + .2, R, par=.9)
    if o.get("pent"):
        Q2 = offset(Q, -2.4)
        R.unit.add(nf if min(R.unit) < nf else -1)           # the pavilion belongs to the penthouse below it
        clothe(m, Q2, zt + .3, 3.8, 1, "curtain", R, nf, bay=1.5, strong=0)
        m.prism("plaster", offset(Q2, 1.3), zt + 4.1, zt + 4.45, .06)
        zt += 4.4
    return zt + 3.5


def b_crescent(m, R, o):
    """A curved block that bends round the water, stepping down at one end."""
    nf, fh, r, t, a0 = o["nf"], 3.4, o["r"], o["t"], math.radians(o["arc"])
    unitset(R, *o.get("unit", (nf - 1,)))
    cy = r + o.get("y", -6)
    N = 16
    sg = 1 if m.view[0] > 0 else -1

    def arc(f, t0=0., dt=0.):
        cut = max(0, f - (nf - 4)) * .13 * 2 * a0           # upper floors step back at one end
        A0, A1 = -a0, a0 - cut
        out = [(sg * (r + t0) * sin(A0 + (A1 - A0) * i / N), cy - (r + t0) * cos(A0 + (A1 - A0) * i / N)) for i in range(N + 1)]
        inn = [(sg * (r - t - dt) * sin(A0 + (A1 - A0) * i / N), cy - (r - t - dt) * cos(A0 + (A1 - A0) * i / N)) for i in range(N, -1, -1)]
        P = out + inn
        return P if sg > 0 else list(reversed(P))
    ph = 5.0
    m.prism("lime", offset(arc(0), 1.2), 0, .36, .05)
    m.prism("core", offset(arc(0), -1.3), .3, ph)
    for F, L in edges(arc(0)):
        if m.seen(F):
            m.fbox(F, R.win(-9), 0, L, -1.35, -1.2, .36, ph)
            m.cyl("plaster", F[0] - F[4] * .5, F[1] - F[5] * .5, .3, .3, ph, 10)
        else:
            f_plain(m, F, L, .3, ph - .3, 1, R, 0)
    for f in range(nf):
        z = ph + f * fh
        P = arc(f)
        m.prism("plaster", offset(P, .95), z - .1, z + .34, .06)
        m.prism("core", offset(P, -.2), z, z + fh)
        for F, L in edges(P):
            if m.seen(F, -.2):
                k, bw = bays(L, 1.6)
                for i in range(k):
                    m.fbox(F, R.win(f), i * bw, (i + 1) * bw, -.2, .02, z + .3, z + fh)
                    m.fbox(F, "rail", i * bw - .03, i * bw + .03, -.1, .08, z + .3, z + fh)
        for F, L in edges(offset(P, .8)):
            if m.seen(F, -.2):
                for k in (0, 1):
                    m.fbox(F, "lime", -.02, L + .02, -.12, .04 + .03 * k, z + .78 + .5 * k, z + .92 + .5 * k)
                m.fbox(F, "rail", -.04, .04, -.1, 0, z + .3, z + 1.4)
    zt = ph + nf * fh
    for f in range(nf - 4, nf):                              # terraces on the steps
        z = ph + (f + 1) * fh if f < nf - 1 else zt
        P = arc(f)
        m.prism("plaster", offset(P, .95), z - .1, z + .3, .06)
        m.prism("pave", offset(P, .5), z, z + .36)
    for k in range(3):
        f = nf - 4 + k
        cut0, cut1 = max(0, f - (nf - 4)) * .13 * 2 * a0, (f + 1 - (nf - 4)) * .13 * 2 * a0
        A = a0 - (cut0 + cut1) / 2
        z = ph + (f + 1) * fh + .3
        for q in (.25, .75):
            tree(m, sg * (r - t * q) * sin(A), cy - (r - t * q) * cos(A), R.rng, 2.6, z)
    P = arc(nf)
    x, y = sg * (r - t / 2) * sin(-a0 * .45), cy - (r - t / 2) * cos(-a0 * .45)
    m.cbox("lime", x - 3, x + 3, y - 2, y + 2, zt, zt + 2.8, .1)
    m.cbox("ctx", x - 2, x - .4, y - 1, y + 1, zt + 2.7, zt + 3.5, .06)
    return zt + 3


def b_terraced(m, R, o):
    """A low block that steps back floor by floor towards the sea, with slender colonnades."""
    W, D, nf, fh = o["w"], o["d"], o["nf"], 3.6
    unitset(R, o.get("unit", 2))
    for f in range(nf):
        z = .4 + f * fh
        y0 = -D / 2 + f * o["step"]
        x1 = W / 2 - (f * o.get("sx", 0))
        x0 = -W / 2 + (f * o.get("sx", 0))
        P = [(x0, y0 + 2.2), (x1, y0 + 2.2), (x1, D / 2), (x0, D / 2)]
        clothe(m, P, z, fh, 1, o["fac"] if f else "curtain", R, f, **(o.get("fo", {}) if f else dict(bay=1.8, strong=0)))
        S = [(x0 - .8, y0 - .3), (x1 + .8, y0 - .3), (x1 + .8, D / 2 + .3), (x0 - .8, D / 2 + .3)]
        m.prism("plaster", S, z + fh - .3, z + fh + .06, .06)
        n = int((x1 - x0) / 2.2)
        for i in range(n + 1):
            x = x0 + (x1 - x0) * i / n
            m.cyl("plaster", x, y0 + .1, .16, z, z + fh - .28, 10)
        if f < nf - 1:
            yn = y0 + o["step"]
            for i in range(int((x1 - x0) / 3.4)):
                xx = x0 + 1.5 + i * 3.4
                m.cbox("lime", xx - .9, xx + .9, y0 + .1, y0 + .7, z + fh, z + fh + .55, .05)
                m.cbox("leaf2" if i % 3 else "leaf", xx - .8, xx + .8, y0 + .18, y0 + .62, z + fh + .5, z + fh + .95, .16)
            F = (x0, y0 - .05, 1., 0., 0., -1.)
            m.fbox(F, "acryl", 0, x1 - x0, -.03, .03, z + fh + .05, z + fh + .95)
    z = .4 + nf * fh
    P = [(x0, y0 + .5), (x1, y0 + .5), (x1, D / 2), (x0, D / 2)]
    roof(m, P, z + .06, R, plant=True, par=.7)
    m.prism("lime", offset([(-W / 2, -D / 2), (W / 2, -D / 2), (W / 2, D / 2), (-W / 2, D / 2)], 1.4), 0, .42, .05)
    return z + 3.4


def b_twin(m, R, o):
    """Two towers of unequal height on one podium, a bridge between them."""
    w, d, gap = o["w"], o["d"], o["gap"]
    nf, fh = o["nf"], 3.4
    PP = rect(2 * w + gap + 5, d + 6)
    podium(m, PP, 5.2, R)
    m.prism("pave", offset(PP, -.4), 5.2, 5.6)
    for F, L in edges(PP):
        m.fbox(F, "plaster", 0, L - E, -.3, 0, 5.2, 6.2)
    far = -1 if m.view[0] > 0 else 1
    tops = []
    for sg, n in ((far, nf), (-far, nf - 4)):
        P = rect(w, d, sg * (w + gap) / 2, 0)
        R.unit = {n - 1, n - 2} if sg == far else set()
        if sg == far:
            unit = set(R.unit)
        clothe(m, P, 5.5, fh, n, o["fac"], R, 0, **o.get("fo", {}))
        z = 5.5 + n * fh
        roof(m, P, z, R)
        pergola(m, sg * (w + gap) / 2 - w * .4, sg * (w + gap) / 2 + w * .1, -d / 2 + .8, -d / 2 + 4, z + .2, 2.6)
        tops.append(z)
    R.unit = set()
    zb = 5.5 + (nf - 8) * fh
    clothe(m, rect(gap + .6, d * .45), zb, fh, 1, "curtain", R, 0, strong=0)
    m.prism("plaster", rect(gap + .8, d * .5), zb + fh - .1, zb + fh + .3, .05)
    m.prism("plaster", rect(gap + .8, d * .5), zb - .3, zb + .02, .0)
    for i in range(8):
        tree(m, R.rng.uniform(-1, 1) * (w + 1), -d / 2 - 1.6 + R.rng.uniform(-.4, .4), R.rng, 2.8, 5.6)
    return max(tops) + 3.5


def saw_sheds(m, R, x0, x1, y0, y1, h=5.0):
    """Plain grey industrial sheds with a saw-tooth roof."""
    n = max(2, int((x1 - x0) / 4.2))
    w = (x1 - x0) / n
    m.box("ctx", x0, x1, y0, y1, 0, h)
    for i in range(n):
        a = x0 + i * w
        V = [(a, y0, h), (a + w, y0, h), (a, y0, h + 2.2), (a, y1, h), (a + w, y1, h), (a, y1, h + 2.2)]
        m.add("ctx", V, [(1, 4, 5, 2), (0, 2, 5, 3)], [(0, 1, 2), (3, 5, 4)])
        m.box("glass2", a - .03, a + .02, y0 + .6, y1 - .6, h + .35, h + 1.9)
    for i in range(n):
        m.box("ctx2", x0 + i * w + w * .2, x0 + i * w + w * .8, y0 - .05, y0 + .02, 0, h * .7)


def b_offset(m, R, o):
    """Two plain slabs, one slid behind the other, joined by a glazed stair."""
    w, d, nf, fh = o["w"], o["d"], o["nf"], 3.3
    sg = 1 if m.view[0] > 0 else -1
    unitset(R, o["unit"])
    tops = []
    for k, (x, y, n, mat) in enumerate(((-sg * (w / 2 + 1.6), 3.4, nf + 1, "lime"), (sg * (w / 2 + 1.6), -2.6, nf, "plaster"))):
        P = rect(w, d, x, y)
        if k == 0:
            R.unit = set()
        else:
            unitset(R, o["unit"])
        m.prism("lime", offset(P, .8), 0, .34, .05)
        clothe(m, P, .3, 3.9, 1, "punched", R, -5, bay=3.2, ww=.72, sill=.1, head=3.0, mat=mat, ledge=None)
        m.prism("plaster", offset(P, .35), 4.15, 4.5, .05)
        clothe(m, P, 4.45, fh, n, "punched", R, 0, bay=2.65, ww=.5, sill=.5, head=2.6, mat=mat, ledge=None, shutter=True)
        for F, L in edges(P):                                # shading hoods over every second window
            if m.seen(F):
                c, bw = bays(L, 2.65)
                for f in range(n):
                    for i in range(c):
                        if (i + f) % 2 == 0:
                            z = 4.45 + f * fh
                            a, b = i * bw + bw * .22, (i + 1) * bw - bw * .22
                            m.fbox(F, "sand", a - .1, b + .1, -.02, .62, z + 2.62, z + 2.74)
                            m.fbox(F, "sand", a - .1, a + .02, -.02, .58, z + .45, z + 2.64)
        z = 4.45 + n * fh
        roof(m, P, z, R, mat=mat)
        tops.append(z)
    x0, x1 = -2.2, 2.2
    z = 4.45 + (nf + 1) * fh + 1.6
    P = [(x0, -3.2), (x1, -3.2), (x1, 6), (x0, 6)]
    R.unit = set()
    clothe(m, P, .3, 3.3, nf + 1, "curtain", R, 0, bay=1.1, strong=0, band=.25)
    m.prism("plaster", offset(P, .3), .3 + (nf + 1) * 3.3, .3 + (nf + 1) * 3.3 + 3.2, .06)
    m.cbox("white", -3.4, 3.4, -8.6, -3.0, 3.5, 3.8, .08)
    for x in (-3, 3):
        m.cyl("plaster", x, -8.1, .16, .1, 3.5, 10)
    m.box("pave", -3.6, 3.6, -11, -3, .1, .2)
    return max(tops) + 3.4


# ---------------------------------------------------------------- townhouses
def b_row(m, R, o):
    """A row of townhouses; one of them, the unit, in a sand tone with its windows lit."""
    n, hw, hd, nf, fh = o["n"], o["hw"], o["hd"], o["nf"], 3.4
    style = o["style"]
    pick = o.get("pick", n // 2)
    x0 = -n * hw / 2
    top = 0
    for i in range(n):
        x = x0 + i * hw
        mine = i == pick
        R.unit = set(range(-1, 9)) if mine else set()
        wallm = "sand" if mine else "plaster"
        sh = (i % 2) * o.get("shift", 0)
        y0, y1 = -hd / 2 + sh, hd / 2 + sh * .3
        ins = .1
        P = [(x + ins, y0), (x + hw - ins, y0), (x + hw - ins, y1), (x + ins, y1)]
        if style == "cube":
            clothe(m, P, .3, fh, 1, "punched", R, 0, bay=hw / 2, ww=.62, sill=.15, head=2.7, mat=wallm, ledge=None)
            P2 = [(x + ins + (0 if i % 2 else .0), y0 - 1.1), (x + hw * .68, y0 - 1.1), (x + hw * .68, y1), (x + ins, y1)]
            if i % 2:
                P2 = [(x + hw * .32, y0 - 1.1), (x + hw - ins, y0 - 1.1), (x + hw - ins, y1), (x + hw * .32, y1)]
            z = .3 + fh
            clothe(m, P2, z, fh, 1, "punched", R, 1, bay=hw * .68, ww=.74, sill=.25, head=2.7, mat=wallm, ledge=None)
            F = (P2[0][0], P2[0][1], 1., 0., 0., -1.)
            louvre_panel(m, F, "wood", .35, hw * .3, z + .25, z + 2.75, .02, .12, .22)
            roof(m, P2, z + fh, R, par=.5, mat=wallm, plant=False)
            rx = (x + hw * .68, x + hw - ins) if i % 2 == 0 else (x + ins, x + hw * .32)
            m.box("pave", rx[0], rx[1], y0, y1, z - .1, z + .12)
            F = (rx[0], y0, 1., 0., 0., -1.)
            rail(m, F, .05, rx[1] - rx[0] - .05, -.12, z + .12, .95)
            m.cbox("lime", (P2[0][0] + P2[1][0]) / 2 - 1.2, (P2[0][0] + P2[1][0]) / 2 + 1.2, y1 - 4, y1 - 1, z + fh, z + fh + 2.2, .08)
            m.cbox("white", x + hw * .3 - .2, x + hw * .7 + .2, y0 - 1.5, y0 - .02, .3 + 2.75, .3 + 2.95, .04)
            top = z + fh + 2.2
        elif style == "mash":
            h3 = nf
            clothe(m, P, .3, fh, 1, "punched", R, 0, bay=hw / 2, ww=.5, sill=.1, head=2.6, mat=wallm, arch=True, ledge=None)
            clothe(m, P, .3 + fh, fh, h3 - 1, "punched", R, 1, bay=hw / 3, ww=.44, sill=.9, head=2.6, mat=wallm)
            F = (x + ins, y0, 1., 0., 0., -1.)
            for f in range(1, h3):                          # projecting mashrabiya bays
                if (i + f) % 2:
                    a, b = hw * .18, hw * .8
                    z = .3 + f * fh
                    m.fbox(F, "lime", a - .08, b + .08, -.1, 1.05, z + .1, z + .4)
                    m.fbox(F, "lime", a - .08, b + .08, -.1, 1.05, z + fh - .45, z + fh - .2)
                    m.fbox(F, R.win(f), a + .1, b - .1, .0, .7, z + .4, z + fh - .45)
                    lattice(m, F, "wood", a, b, z + .4, z + fh - .45, .86, .98, .42)
                    for uu in (a, b - .1):
                        m.fbox(F, "wood", uu, uu + .1, 0, .95, z + .4, z + fh - .45)
            z = .3 + h3 * fh
            roof(m, P, z, R, par=1.1 + .35 * (i % 3), mat=wallm, plant=False)
            pergola(m, x + hw * .2, x + hw * .85, y0 + 1.2, y0 + 4.2, z + .2, 2.4)
            m.cbox("lime", x + hw * .25, x + hw * .75, y1 - 3.6, y1 - .8, z, z + 2.5, .08)
            top = z + 2.8
        elif style == "arch":
            clothe(m, P, .3, fh, nf, "plain", R, 0, mat=wallm)
            F = (x + ins, y0, 1., 0., 0., -1.)
            L = hw - 2 * ins
            # a tall arched porch with the door and a window recessed in it, small windows beside
            m.arch(F, wallm, 0, L * .62, .3, .3 + nf * fh, L * .46, .3 + fh * 1.25, .02, 1.3, False, 14)
            m.fbox(F, wallm, 0, .05, 0, 1.28, .3, .3 + nf * fh)
            m.fbox(F, wallm, L * .62 - .05, L * .62, 0, 1.28, .3, .3 + nf * fh)
            m.fbox(F, wallm, 0, L * .62, 0, 1.29, .3 + nf * fh - .25, .3 + nf * fh)
            m.fbox(F, R.win(0), L * .1, L * .52, 0, .08, .3, .3 + 2.5)
            m.fbox(F, "lime", L * .08, L * .54, 0, .7, .3 + fh - .3, .3 + fh)
            m.fbox(F, R.win(1), L * .1, L * .52, 0, .08, .3 + fh + .1, .3 + fh + 2.0)
            for f in range(nf):
                z = .3 + f * fh
                m.fbox(F, R.win(f), L * .7, L * .9, 0, .05, z + .8, z + 2.5)
                for u0, u1, za, zb in ((.67, .7, .7, 2.6), (.9, .93, .7, 2.6), (.67, .93, 2.5, 2.65), (.66, .94, .65, .8)):
                    m.fbox(F, "lime", L * u0, L * u1, 0, .2, z + za, z + zb)
            if m.seen((0, 0, 0, 0, 1., 0.)) and i == n - 1 or m.seen((0, 0, 0, 0, -1., 0.)) and i == 0:
                G = (x + hw - ins, y0, 0., 1., 1., 0.) if i == n - 1 else (x + ins, y1, 0., -1., -1., 0.)
                for f in range(nf):
                    for k in range(3):
                        z, u = .3 + f * fh, hd * (k + .5) / 3
                        m.fbox(G, R.win(f), u - .6, u + .6, -.02, .04, z + .8, z + 2.4)
                        m.fbox(G, "lime", u - .75, u + .75, 0, .18, z + .65, z + .8)
                        m.fbox(G, "lime", u - .75, u + .75, 0, .18, z + 2.4, z + 2.52)
            z = .3 + nf * fh
            roof(m, P, z, R, par=.8, mat=wallm, plant=False)
            m.cbox(wallm, x + hw * .3, x + hw * .8, y1 - 4.6, y1 - .6, z, z + 2.6, .08)
            pergola(m, x + .8, x + hw - .8, y0 + 1.2, y0 + 4.4, z + .2, 2.3)
            top = z + 2.8
        else:                                                # vaulted
            clothe(m, P, .3, fh, nf, "punched", R, 0, bay=hw / 2, ww=.55, sill=.2, head=2.6, mat=wallm, arch=False, juliet=0)
            z = .3 + nf * fh
            r = (hw - 2 * ins) / 2
            xc, rise, N = x + hw / 2, r * .62, 14
            V, Q = [], []
            for k in range(N + 1):
                t = pi * k / N
                for yy in (y0 - .9, y1 + .3):
                    V += [(xc - (r + .1) * cos(t), yy, z + rise * sin(t) + .25), (xc - (r - .15) * cos(t), yy, z + (rise - .25) * sin(t) + .12)]
            for k in range(N):
                b = 4 * k
                Q += [(b, b + 4, b + 6, b + 2), (b + 1, b + 5, b + 4, b), (b + 2, b + 6, b + 7, b + 3), (b + 1, b + 3, b + 7, b + 5)]
            m.add(wallm, V, Q)
            for yy, v in ((y0 + .12, 1), (y1 - .1, 0)):
                W = [(xc - (r - .1) * cos(pi * k / N), yy, z + (rise - .2) * sin(pi * k / N)) for k in range(N + 1)] + [(xc, yy, z)]
                m.add(R.win(nf - 1) if v else wallm, W, (), [(k, k + 1, N + 1) for k in range(N)])
            F = (x + ins, y0, 1., 0., 0., -1.)
            m.fbox(F, "dark", r - .04, r + .04, -.15, -.05, z, z + rise - .2)
            m.fbox(F, "lime", 0, 2 * r, -.3, .35, z - .1, z + .2)
            m.fbox(F, "lime", .3, 2 * r - .3, -.1, 1.2, .3 + fh - .1, .3 + fh + .12)
            rail(m, F, .35, 2 * r - .35, 1.12, .3 + fh + .12, .95)
            top = z + rise + .3
        # garden in front: low walls, path, planting
        gy = -hd / 2 - o.get("front", 5.5)
        wall(m, x, y0 - .2, x, gy, 1.3, .22)
        m.box("lawn", x + .3, x + hw * .5, gy + .5, y0 - 1.6, 0, .18)
        m.box("pave", x + hw * .55, x + hw - .35, gy, y0, 0, .14)
        wall(m, x + .1, gy, x + hw * .55, gy, .5 if mine and "pool" in R.am else 1.1, .22)
        if mine and "pool" in R.am:
            pass                                             # the pool stands here, see extras
        elif R.rng.random() < .6:
            tree(m, x + hw * .26, gy + 1.6, R.rng, 3.6, .1)
        else:
            palm(m, x + hw * .26, gy + 1.6, R.rng, 4.6, .1)
        hedge(m, x + .4, x + hw * .46, y0 - 1.5, y0 - .9, .1, .7)
        # garden behind
        by = hd / 2 + o.get("back", 6)
        wall(m, x, y1, x, by, 1.7, .22)
        m.box("lawn", x + .3, x + hw - .3, y1 + 2, by - .4, 0, .16)
        m.box("pave", x + .2, x + hw - .2, y1, y1 + 2, 0, .2)
        if i % 2 == 0:
            tree(m, x + hw * .7, by - 1.4, R.rng, 3.8, .1)
    R.unit = set()
    x = x0 + n * hw
    wall(m, x, -hd / 2, x, -hd / 2 - o.get("front", 5.5), 1.3, .22)
    wall(m, x, hd / 2, x, hd / 2 + o.get("back", 6), 1.7, .22)
    wall(m, x0, hd / 2 + o.get("back", 6), x, hd / 2 + o.get("back", 6), 1.9, .25)
    return top


# ---------------------------------------------------------------- villas
def garden(m, R, w, d, gate=True, hw=1.5):
    """Plot wall with a gate, lawn, hedges; the camera sides are kept low."""
    a, b = w / 2, d / 2
    m.box("lawn", -a, a, -b, b, 0, .155)
    for x0, y0, x1, y1, h in ((-a, b, a, b, hw * 1.25), (-a, -b, -a, b, hw), (a, -b, a, b, hw)):
        wall(m, x0, y0, x1, y1, h, .3)
    wall(m, -a, -b, -2.2, -b, hw * .8, .3)
    wall(m, 2.2, -b, a, -b, hw * .8, .3)
    if gate:
        for x in (-2.2, 2.2):
            m.cbox("lime", x - .4, x + .4, -b - .4, -b + .4, 0, hw * 1.25, .06)
    m.box("pave", -2.0, 2.0, -b - 1.2, -b + 3, .05, .17)


def garden_trees(m, R, w, d, keep, n=10):
    """Trees where the plot is free, none on the house or the pool."""
    a, b = w / 2 - 1.3, d / 2 - 1.3
    put, tries = [], 0
    while len(put) < n and tries < 400:
        tries += 1
        x, y = R.rng.uniform(-a, a), R.rng.uniform(-b, b)
        if any(k[0] - 1.4 < x < k[1] + 1.4 and k[2] - 1.4 < y < k[3] + 1.4 for k in keep):
            continue
        if any((x - u) ** 2 + (y - v) ** 2 < 6 for u, v in put):
            continue
        put.append((x, y))
        front = y < -b * .35
        if R.rng.random() < .45:
            palm(m, x, y, R.rng, R.rng.uniform(4.6, 6.4) * (.85 if front else 1.1), .1)
        else:
            tree(m, x, y, R.rng, R.rng.uniform(2.6, 3.6) if front else R.rng.uniform(3.8, 5.2), .1)


def glazed(m, F, R, u0, u1, z0, z1, f, v=-.1, mull=1.4):
    m.fbox(F, R.win(f), u0, u1, v - .06, v, z0, z1)
    n, bw = bays(u1 - u0, mull)
    for i in range(n + 1):
        u = u0 + i * bw
        m.fbox(F, "dark", u - .045, u + .045, v - .02, v + .07, z0, z1)
    m.fbox(F, "dark", u0, u1, v - .02, v + .06, z1 - .08, z1)
    m.fbox(F, "dark", u0, u1, v - .02, v + .06, z0, z0 + .08)


def volume(m, R, x0, x1, y0, y1, z, h, f, mat="plaster", kind="punched", par=.5, **o):
    """One storey volume with parapet, all sides clothed."""
    m.count = getattr(m, "count", 0) + 1
    j = .011 * m.count
    P = offset([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], j * .6)
    h0, h = h, h + j
    d = dict(bay=3.2, ww=.5, sill=.3, head=h - .7, mat=mat)
    d.update(o)
    clothe(m, P, z, h, 1, kind, R, f, **d)
    m.prism(mat, offset(P, .02), z + h - .12, z + h + .1)
    m.prism("pave", offset(P, -.3), z + h, z + h + .16)
    for i, (F, L) in enumerate(edges(P)):
        m.fbox(F, mat, .01, L - .02, -.28, .03, z + h + .05, z + h + par)
        m.fbox(F, "lime", -.05, L + .04, -.33, .08, z + h + par, z + h + par + .09 + E * (i % 2))
    return z + h0


def v_stacked(m, R, o):
    """Stacked slabs: a long low volume, a cantilevered upper one, deep roofs and a pool."""
    garden(m, R, 34, 27)
    sg = 1 if m.view[0] > 0 else -1
    X = lambda a, b: sorted((sg * a, sg * b))
    R.unit = {0, 1}
    m.box("pave", *X(-13.5, 11.5), -6.2, 9.5, 0, .34)
    x0, x1 = X(-13, 6)
    volume(m, R, x0, x1, -.5, 8.5, .34, 3.6, 0, "lime", "fins", par=.3, bay=1.9, depth=.5)
    x0, x1 = X(2, 10.5)
    volume(m, R, x0, x1, 1.5, 9, .34, 3.6, 0, "plaster", "punched", par=.3, ww=.7, sill=.1)
    # upper volume, turned across and cantilevered towards the pool
    x0, x1 = X(-9, 3)
    z = .34 + 3.6
    m.prism("plaster", [(x0 - .6, -5.2), (x1 + .6, -5.2), (x1 + .6, 8.2), (x0 - .6, 8.2)], z - .05, z + .4, .05)
    clothe(m, [(x0, -4), (x1, -4), (x1, 7.5), (x0, 7.5)], z + .35, 3.5, 1, "curtain", R, 1, bay=1.5, strong=0, band=.2)
    for F, L in list(edges([(x0, -4), (x1, -4), (x1, 7.5), (x0, 7.5)])):
        if m.seen(F):
            louvre_panel(m, F, "wood", L * .55, L * .8, z + .4, z + 3.8, .12, .26, .2)
            louvre_panel(m, F, "wood", L * .04, L * .2, z + .4, z + 3.8, .12, .26, .2)
    F = (x0 - .5, -5.0, 1., 0., 0., -1.)
    m.fbox(F, "acryl", 0, x1 - x0 + 1, -.08, -.02, z + .4, z + 1.35)
    m.prism("plaster", [(x0 - 1.3, -5.6), (x1 + 1.3, -5.6), (x1 + 1.3, 8.6), (x0 - 1.3, 8.6)], z + 3.85, z + 4.25, .08)
    for x in (x0 + .3, x1 - .3):
        m.cyl("plaster", x, -4.6, .2, .34, z, 12)
    m.cbox("lime", -sg * 4 - 2, -sg * 4 + 2, 2, 5.5, z + 4.2, z + 5.2, .08)
    px0, px1 = X(-1, 10)
    pool(m, px0, px1, -9.6, -6.4, .12, rim=1.2)
    for i in range(4):
        lounger(m, px0 + 2 + i * 2, -5.0, .34, 0)
    parasol(m, px0 + 5, -4.4, .34)
    xp0, xp1 = X(7, 11)
    pergola(m, xp0, xp1, -3.5, 1.2, .34, 2.8)
    m.box("pave", *X(-13, -11), -13.4, -.5, .05, .16)
    garden_trees(m, R, 34, 27, [(-14, 12, -6.5, 10), (px0 - 1.5, px1 + 1.5, -11, -5), (-2.5, 2.5, -14, -9)], 13)
    return 9.5


def v_pavilion(m, R, o):
    """A deep flat roof on slender columns all round, a gallery balcony on the upper floor."""
    garden(m, R, 30, 24)
    R.unit = {0, 1}
    w, d = 17, 11.5
    m.prism("lime", rect(w + 5, d + 5, 0, 1), 0, .5, .06)
    m.prism("pave", rect(w + 4.2, d + 4.2, 0, 1), .3, .56)
    z = .55
    for k in range(3):
        m.box("lime", -2.4, 2.4, -d / 2 - 2.2 - .4 * k, -d / 2 - 1.0, 0, .44 - .14 * k)
    P = rect(w, d, 0, 1)
    clothe(m, P, z, 3.5, 1, "punched", R, 0, bay=2.9, ww=.62, sill=.08, head=2.8, ledge=None)
    m.prism("plaster", rect(w + 3.6, d + 3.6, 0, 1), z + 3.45, z + 3.8, .05)
    clothe(m, P, z + 3.8, 3.3, 1, "punched", R, 1, bay=2.9, ww=.5, sill=.08, head=2.6, ledge=None, shutter=True)
    S = rect(w + 3.2, d + 3.2, 0, 1)
    for F, L in edges(S):
        n, bw = bays(L, 3.0)
        for i in range(n):
            u = i * bw
            m.fbox(F, "plaster", u - .13, u + .13, -.13, .13, z, z + 7.2)
        if m.seen(F):
            rail(m, F, .1, L - .1, 0, z + 3.8, .95, step=.32)
    m.prism("plaster", rect(w + 5.6, d + 5.6, 0, 1), z + 7.1, z + 7.5, .14)
    m.prism("lime", rect(w + 4.6, d + 4.6, 0, 1), z + 7.45, z + 7.65, .05)
    m.prism("plaster", rect(w * .5, d * .4, 1, 1.5), z + 7.6, z + 8.7, .08)
    F = (1 - w * .25, 1.5 - d * .2, 1., 0., 0., -1.)
    for i in range(5):
        m.fbox(F, "glass2", w * .5 * (i + .15) / 5, w * .5 * (i + .85) / 5, -.02, .03, z + 7.85, z + 8.5)
    m.box("pave", -2, 2, -11, -7, .05, .18)
    cx = 9.5 if m.view[0] > 0 else -9.5
    m.cyl("lime", cx, -8.2, 1.7, .1, .4, 24)
    m.cyl("leaf2", cx, -8.2, 1.3, .4, .6, 20)
    tree(m, cx, -8.2, R.rng, 4.0, .4)
    garden_trees(m, R, 30, 24, [(-12, 12, -7.5, 9.5), (-2.5, 2.5, -12, -7), (cx - 1.5, cx + 1.5, -10, -6.5)], 15)
    return 9.4


def v_courtyard(m, R, o):
    """Rooms round a court with pointed arches, lattice bays and a wind tower."""
    R.unit = {0, 1}
    w, d, t = 21, 18, 5.4
    m.box("pave", -w / 2 - 2.5, w / 2 + 2.5, -d / 2 - 2, d / 2 + 2, 0, .16)
    sg = 1 if m.view[0] > 0 else -1
    z, h = .16, 3.7
    P = [(-w / 2, -d / 2), (w / 2, -d / 2), (w / 2, d / 2), (-w / 2, d / 2)]
    cx0, cx1, cy0, cy1 = -w / 2 + t, w / 2 - t, -d / 2 + t * .72, d / 2 - t
    # ground floor wings
    for x0, x1, y0, y1 in ((-w / 2, -w / 2 + t, -d / 2, d / 2), (w / 2 - t, w / 2, -d / 2, d / 2), (-w / 2 + t - .1, w / 2 - t + .1, d / 2 - t, d / 2)):
        volume(m, R, x0, x1, y0, y1, z, h, 0, "plaster", "punched", par=.8, bay=2.6, ww=.34, sill=.9, head=2.6, arch=True)
    # front arcade with a tall portal
    F = (-w / 2 + t, -d / 2 + 1.2, 1., 0., 0., -1.)
    L = w - 2 * t
    n = 3
    bw = (L - 4.6) / 2
    m.arch(F, "plaster", L / 2 - 2.3, L / 2 + 2.3, z, z + 5.8, 2.7, z + 2.9, -.7, .5, True, 14)
    m.fbox(F, "plaster", L / 2 - 2.3, L / 2 - 2.1, -.69, .49, z, z + 5.8)
    m.fbox(F, "plaster", L / 2 + 2.1, L / 2 + 2.3, -.69, .49, z, z + 5.8)
    m.fbox(F, "lime", L / 2 - 2.45, L / 2 + 2.45, -.75, .6, z + 5.75, z + 6.1)
    m.fbox(F, "wood", L / 2 - 1.2, L / 2 + 1.2, -.4, -.3, z, z + 3.6)
    for s0 in (0, L / 2 + 2.3):
        for k in range(2):
            m.arch(F, "plaster", s0 + k * bw / 2, s0 + (k + 1) * bw / 2, z, z + h, bw * .33, z + 1.7, -.5, 0, True)
        m.fbox(F, "lime", s0, s0 + bw, -.55, .08, z + h - .05, z + h + .3)
    # court
    m.box("tile", cx0, cx1, cy0, cy1, z, z + .06)
    m.cyl("lime", 0, (cy0 + cy1) / 2, 1.7, z, z + .45, 8)
    m.cyl("water", 0, (cy0 + cy1) / 2, 1.3, z + .3, z + .48, 8)
    for qx in (-1, 1):
        for qy in (-1, 1):
            tree(m, qx * (cx1 - 1.4), (cy0 + cy1) / 2 + qy * 2.6, R.rng, 3.4, z, 1.0)
    # upper storey over the back and one side, lattice bays towards the court
    z2 = z + h
    x0, x1 = (-w / 2, -w / 2 + t) if sg > 0 else (w / 2 - t, w / 2)
    volume(m, R, x0, x1, -d / 2 + 3, d / 2, z2, 3.5, 1, "lime", "mashrabiya", par=.9, screen="wood", cover=.6, cell=.45, bay=2.6)
    volume(m, R, -w / 2 + t - .2, w / 2 - 2, d / 2 - t + .3, d / 2, z2, 3.5, 1, "lime", "mashrabiya", par=.9, screen="wood", cover=.6, cell=.45, bay=2.6)
    windtower(m, -sg * (w / 2 - t - .2), d / 2 - t + .8, 3.2, z2, z2 + 9.6)
    plant_row(m, R, -w / 2 - 1.6, -d / 2, -w / 2 - 1.6, d / 2, 3, "palm", .1, 6)
    plant_row(m, R, w / 2 + 1.6, -d / 2, w / 2 + 1.6, d / 2, 3, "palm", .1, 6)
    m.box("pave", -1.6, 1.6, -d / 2 - 4.4, -d / 2 + 1.2, .05, .2)
    return z2 + 9.8


def v_portal(m, R, o):
    """A symmetrical house: arched portal, lattice bays, stepped parapet, two corner pavilions."""
    garden(m, R, 36, 29)
    R.unit = {0, 1}
    w, d, z = 22, 13, .5
    m.prism("lime", rect(w + 4, d + 3, 0, 2), 0, .5, .06)
    volume(m, R, -w / 2, w / 2, 2 - d / 2, 2 + d / 2, z, 3.8, 0, "plaster", "punched", par=.1, bay=2.75, ww=.42, sill=.6, head=2.9, arch=True)
    volume(m, R, -w / 2, w / 2, 2 - d / 2, 2 + d / 2, z + 3.8, 3.6, 1, "plaster", "punched", par=.9, bay=2.75, ww=.36, sill=.7, head=2.6, arch=True)
    for sx in (-1, 1):                                       # corner pavilions
        x = sx * (w / 2 - 1.2)
        volume(m, R, x - 3.1, x + 3.1, 2 - d / 2 - 2.2, 2 - d / 2 + 4, z, 3.8, 0, "lime", "punched", par=.1, bay=6.2, ww=.5, sill=.3, head=3.0, arch=True, ledge=None)
        volume(m, R, x - 3.1, x + 3.1, 2 - d / 2 - 2.2, 2 - d / 2 + 4, z + 3.8, 4.7, 1, "lime", "mashrabiya", par=1.1, bay=3.1, cover=1, screen="sand", cell=.42)
        for k in range(5):
            xx = x - 2.6 + k * 1.3
            m.box("lime", xx - .3, xx + .3, 2 - d / 2 - 2.2, 2 - d / 2 - 1.95, z + 9.6, z + 10.1)
    F = (-3.4, 2 - d / 2 - 1.6, 1., 0., 0., -1.)
    m.arch(F, "lime", 0, 6.8, z, z + 8.6, 3.8, z + 4.4, -1.6, 0, True, 16)
    m.fbox(F, "lime", 0, .12, -1.6, -.02, z, z + 8.6)
    m.fbox(F, "lime", 6.68, 6.8, -1.6, -.02, z, z + 8.6)
    m.fbox(F, "plaster", -.15, 6.95, -1.7, .15, z + 8.55, z + 8.95)
    m.fbox(F, "wood", 1.9, 4.9, -1.45, -1.35, z, z + 3.2)
    m.fbox(F, "unit", 1.7, 5.1, -1.55, -1.46, z + 3.5, z + 6.4)
    lattice(m, F, "sand", 1.6, 5.2, z + 3.4, z + 6.6, -1.42, -1.34, .5)
    for k in range(3):
        m.box("lime", -3.4, 3.4, 2 - d / 2 - 3.2 - .45 * k, 2 - d / 2 - 1.6, 0, .46 - .15 * k)
    for k in range(11):
        xx = -w / 2 + 5.2 + k * (w - 10.4) / 10
        if abs(xx) > 3.6:
            m.box("plaster", xx - .3, xx + .3, 2 - d / 2, 2 - d / 2 + .25, z + 8.25, z + 8.7)
    m.cbox("lime", -4, 4, 2.5, 6.5, z + 7.4, z + 10.2, .1)
    m.cbox("plaster", -4.4, 4.4, 2.1, 6.9, z + 10.1, z + 10.4, .08)
    m.box("pave", -2, 2, -14, -7, .05, .18)
    m.cyl("lime", 0, -9.6, 2.6, .1, .34, 8)
    m.cyl("water", 0, -9.6, 2.1, .2, .38, 8)
    m.cyl("lime", 0, -9.6, .5, .3, 1.2, 8, .3)
    vx = 1 if m.view[0] > 0 else -1
    if "kids_play_area" in R.am:
        playground(m, vx * 12.5, -8.6, .12)
    for sx in (-1, 1):
        hedge(m, sx * 4.6 - (1.4 if sx < 0 else -.4), sx * 4.6 + (.4 if sx > 0 else 1.4) - (0 if sx < 0 else -1), -12.6, -7.2, .1, .8)
    garden_trees(m, R, 36, 29, [(-14.5, 14.5, -7, 10), (-7, 7, -15, -6), (vx * 12.5 - 3.6, vx * 12.5 + 3.6, -12, -5)], 15)
    return 11.2


def v_terraced(m, R, o):
    """White terraces with rounded corners, ribbon windows, a roof deck facing the water."""
    R.unit = {0, 1, 2}
    sg = 1 if m.view[0] > 0 else -1
    m.box("pave", -13, 13, -8.2, 9.5, 0, .3)
    z = .3
    for k, (w, d, x, y) in enumerate(((20, 13, 0, 2.2), (16.5, 10.5, -sg * 1.6, 3.4), (10.5, 7.4, -sg * 4, 4.6))):
        P = rounded(w, d, 2.6 - .4 * k, 7, x, y)
        m.prism("plaster", offset(P, 1.5 if k else .9), z - .06, z + .26, .08)
        if k:
            for F, L in edges(offset(P, 1.3)):
                if m.seen(F, -.2):
                    m.fbox(F, "plaster", -.02, L + .02, -.16, 0, z + .2, z + .75)
                    m.fbox(F, "rail", -.02, L + .02, -.11, -.05, z + .98, z + 1.05)
        m.prism("core", offset(P, -.3), z + .2, z + 3.6)
        for F, L in edges(P):
            if m.seen(F, -.2):
                n, bw = bays(L, 2.1)
                for i in range(n):
                    solid = L > 4 and (i * 7 + k * 3) % 5 == 0
                    if solid:
                        m.fbox(F, "lime", i * bw, (i + 1) * bw, -.3, .1, z + .2, z + 3.6)
                    else:
                        m.fbox(F, "unit" if R.rng.random() < .75 else "glass", i * bw, (i + 1) * bw, -.3, -.2, z + .2, z + 3.6)
                        m.fbox(F, "dark", i * bw - .03, i * bw + .03, -.25, -.12, z + .2, z + 3.6)
                m.fbox(F, "plaster", 0, L, -.3, .06, z + 2.9, z + 3.6)
            else:
                f_plain(m, F, L, z + .2, 3.4, 1, R, 0)
        z += 3.5
        m.prism("plaster", offset(P, 1.2), z - .1, z + .14, .06)
    m.prism("pave", offset(P, .7), z, z + .2)
    m.cbox("lime", -sg * 5.5 - 1.6, -sg * 5.5 + 1.6, 4.5, 7, z, z + 2.2, .1)
    pergola(m, *sorted((sg * 1.6, sg * 6.0)), .8, 5.4, .3 + 7.2, 2.6)
    if "covered_parking" in R.am:
        carport(m, sg * 12.6, 6.6, 1, .1, R.rng, 5.4)
        m.cbox("white", *sorted((sg * 10.6, sg * 14.2)), 3.6, 9.4, 2.8, 3.05, .06)
    for i in range(3):
        lounger(m, sg * (2 + 1.6 * i), -6.3, .3, pi)
    parasol(m, sg * 3.0, -5.6, .3, 1.4)
    for x0, x1 in ((-11.6, -8.2), (-7.4, -4.0)):             # low planting on the terrace, trees at the sides
        a, b = sorted((sg * x0, sg * x1))
        m.cbox("lime", a, b, -7.2, -6.0, .2, .75, .06)
        m.cbox("leaf2", a + .12, b - .12, -7.08, -6.12, .7, 1.15, .2)
    for x, y, h in ((-14.6, -4, 4.6), (-14.8, 1.5, 5.2), (-14.4, 7.5, 4.4), (14.6, -5.6, 4.0)):
        tree(m, sg * x, y, R.rng, h, .1)
    palm(m, -sg * 12.2, -5.2, R.rng, 5.4, .3)
    return z + 2.4


def v_vaults(m, R, o):
    """Three parallel vaults over a long house, a loggia below and a long balcony."""
    garden(m, R, 33, 25)
    R.unit = {0, 1}
    sg = 1 if m.view[0] > 0 else -1
    bw, d, z = 6.2, 11.5, .4
    m.box("pave", -11.5, 11.5, -7.6, 8.8, 0, .36)
    W = 3 * bw
    P = [(-W / 2, -3.4), (W / 2, -3.4), (W / 2, -3.4 + d), (-W / 2, -3.4 + d)]
    clothe(m, P, z, 3.5, 1, "curtain", R, 0, bay=1.55, strong=0, band=.15)
    for F, L in edges(P):
        if not m.seen(F):
            continue
        n, b = bays(L, bw / 2)
        for i in range(n):
            m.arch(F, "plaster", i * b, (i + 1) * b, z, z + 3.5, b * .78, z + 1.9, 1.2, 1.6)
        m.fbox(F, "lime", -1.6, L + 1.6, 0, 1.75, z + 3.45, z + 3.8)
        if "balcony" in R.am:
            rail(m, F, -1.4, L + 1.4, 1.6, z + 3.8, .95, step=.35)
    clothe(m, P, z + 3.75, 3.0, 1, "punched", R, 1, bay=bw / 2, ww=.6, sill=.1, head=2.5, ledge=None)
    zt = z + 3.75 + 3.0
    N, r, rise = 16, bw / 2, bw * .38
    for k in range(3):
        xc = -W / 2 + bw * (k + .5)
        V, Q = [], []
        for i in range(N + 1):
            t = pi * i / N
            for yy in (-4.9, -3.4 + d + .4):
                V += [(xc - (r + .0) * cos(t), yy, zt + rise * sin(t) + .3), (xc - (r - .25) * cos(t), yy, zt + (rise - .25) * sin(t) + .18)]
        for i in range(N):
            b = 4 * i
            Q += [(b, b + 4, b + 6, b + 2), (b + 1, b + 5, b + 4, b), (b + 2, b + 6, b + 7, b + 3), (b + 1, b + 3, b + 7, b + 5)]
        m.add("plaster", V, Q)
        Wd = [(xc - (r - .2) * cos(pi * i / N), -3.2, zt + (rise - .2) * sin(pi * i / N) + .18) for i in range(N + 1)] + [(xc, -3.2, zt)]
        m.add("unit", Wd, (), [(i, i + 1, N + 1) for i in range(N)])
        for q in (-.5, 0, .5):
            m.box("dark", xc + q * r - .04, xc + q * r + .04, -3.3, -3.24, zt, zt + rise * math.sqrt(1 - q * q) - .05)
        m.box("lime", xc - r, xc - r + .3, -4.9, -3.4 + d, zt - .2, zt + .36)
    m.box("lime", W / 2 - .3, W / 2, -4.9, -3.4 + d, zt - .2, zt + .36)
    if "covered_parking" in R.am:
        carport(m, sg * 13.0, 5.6, 1, .12, R.rng, 5.4)
    for i in range(3):
        lounger(m, -sg * (3 + 1.8 * i), -6.4, .36, 0)
    parasol(m, -sg * 4.8, -6.8, .36)
    garden_trees(m, R, 33, 25, [(-12, 12, -8, 9.4), (-2.5, 2.5, -13, -7), (sg * 13 - 2.4, sg * 13 + 2.4, 2, 9.5)], 13)
    return zt + rise + .4


# ---------------------------------------------------------------- which listing gets what
def O(**k):
    return k


OCT = [(11.6 * cos(pi / 8 + i * pi / 4) * 1.05, 11.6 * sin(pi / 8 + i * pi / 4)) for i in range(8)]
CHAMF = [(-10, -10.5), (10, -10.5), (11.5, -9), (11.5, 9), (10, 10.5), (-10, 10.5), (-11.5, 9), (-11.5, -9)]
# id: builder, options, site kind, plinth w x d, offset of the building, plot (w, d), camera az/el, sun offset/elevation, hour
RECIPES = {
    "LST-00051": (b_mid_L, O(w=30, d=26, t=10.5, nf=5, fac="loggia", fo=O(bay=3.7)), "garden", 52, 44, (0, 3), 38, 25, -62, 44, "morning"),
    "LST-00085": (v_stacked, O(), "beach", 40, 43, (0, 6.4), 36, 27, 58, 36, "late"),
    "LST-00088": (b_row, O(n=5, hw=6.6, hd=11, nf=2, style="cube", shift=1.2), "canal", 42, 38, (0, 2.5), -34, 26, 64, 48, "noon"),
    "LST-00096": (b_slabtower, O(plan=CHAMF, nf=14, fac="fins", unit=(8,), pod=1.4, fo=O(bay=1.6), crown="frame"), "quay", 54, 54, (0, 5), 34, 21, -66, 46, "noon"),
    "LST-00168": (b_court, O(w=34, d=24, t=9.5, nf=3, fac="punched", fo=O(arch=True, bay=2.9, ww=.42, sill=.8)), "desert", 54, 44, (0, 3), -28, 28, 60, 38, "late"),
    "LST-00197": (b_row, O(n=4, hw=6.4, hd=12, nf=3, style="mash", pick=1, front=3.8, back=4), "dense", 49, 36, (0, -.8), 40, 25, -60, 50, "noon"),
    "LST-00199": (b_slabtower, O(plan=rect(26, 17), nf=7, fac="mashrabiya", unit=(4,), pod=0, pv=True, plant=False, wind=((-7, 4.4),), fo=O(cell=.62)), "dense", 58, 46, (0, 1), -36, 24, 66, 42, "morning"),
    "LST-00399": (v_pavilion, O(), "garden", 35, 34, (0, 3.6), 33, 26, -60, 44, "morning"),
    "LST-00469": (v_courtyard, O(), "dense", 47, 37, (0, -.9), -38, 28, 62, 40, "late"),
    "LST-00484": (b_slabtower, O(plan=rect(30, 16), nf=7, fac="punched", unit=(4,), pod=1.06, arcade=True, ph=5.2, crown="loggia", bands=(0, 3), fo=O(shutter=True, bay=3.0, juliet=0)), "quay", 54, 46, (0, 5), -32, 22, 60, 44, "noon"),
    "LST-00741": (b_row, O(n=5, hw=7.0, hd=12, nf=2, style="arch", pick=2), "garden", 46, 40, (0, 2), 35, 25, -64, 40, "late"),
    "LST-00861": (b_terraced, O(w=34, d=22, nf=5, step=2.5, fac="louvre", unit=2, fo=O(bay=2.6)), "beach", 50, 46, (0, 6), 40, 25, -58, 42, "morning"),
    "LST-00896": (b_twin, O(w=15, d=15, gap=6, nf=13, fac="frames", fo=O(bay=4.3)), "garden", 58, 48, (0, 3), -36, 22, 62, 46, "noon"),
    "LST-01009": (b_slabtower, O(plan=rect(26, 21), nf=19, fac="curtain", unit=(11,), steps=[(8, 0), (6, 4.6), (5, 4.4)], shift=1, pod=1.15, fo=O(bay=1.5)), "quay", 54, 54, (0, 5), 36, 20, -60, 44, "late"),
    "LST-01043": (b_offset, O(w=16, d=12, nf=5, unit=3), "garden", 54, 44, (0, 3), -30, 26, 58, 42, "noon"),
    "LST-01147": (b_balcony_tower, O(plan=rounded(28, 18, 5, 6), nf=14, unit=(9,), bal=1.5, upstand=.55, party=6, pod=3), "quay", 54, 50, (0, 4), 32, 21, -62, 42, "late"),
    "LST-01417": (b_crescent, O(nf=9, r=30, t=11, arc=36, y=-7), "quay", 58, 48, (0, 4), -30, 25, 60, 42, "noon"),
    "LST-01466": (b_row, O(n=5, hw=6.8, hd=12, nf=2, style="vault", pick=3), "desert", 46, 41, (0, 2), -36, 26, 58, 34, "late"),
    "LST-01523": (v_portal, O(), "canal", 42, 44, (0, 5), -30, 27, 60, 44, "noon"),
    "LST-01831": (b_slabtower, O(plan=rect(25, 17), nf=7, fac="louvre", unit=(6,), pod=1.1, ph=5.4, crown="pergola", fo=O(bay=3.1, blades=6, depth=.8)), "dense", 58, 48, (0, 1), 42, 24, -58, 40, "morning"),
    "LST-01845": (b_balcony_tower, O(plan=rounded(22, 19, 6.5, 7), nf=14, unit=(13,), bal=1.7, wave=3, amp=.85, phase=.42, pent=True, gl=1.6), "beach", 54, 54, (0, 6), -34, 21, 64, 42, "morning"),
    "LST-02001": (v_vaults, O(), "beach", 39, 40, (0, 6.2), 34, 26, -58, 36, "late"),
    "LST-02726": (v_terraced, O(), "quay", 35, 34, (0, 3.6), 36, 26, -62, 44, "morning"),
    "LST-04462": (b_balcony_tower, O(plan=OCT, nf=14, unit=(13,), bal=1.35, turn=math.radians(3.4), gl=1.8, pod=4.2, pent=True), "dense", 60, 52, (0, 1), 36, 21, -60, 42, "noon"),
}
PLOTS = {b_mid_L: (32, 28), b_court: (37, 27), b_terraced: (38, 26), b_crescent: (44, 26), b_twin: (43, 22), b_offset: (36, 22)}
HOURS = {"morning": O(tint=(1, .92, .84), skytint=(.94, .99, 1.05), sky=.4, soft=.06),
         "noon": O(tint=(1, .98, .94), skytint=(.96, 1, 1.02), sky=.45, soft=.09),
         "late": O(tint=(1, .87, .7), skytint=(.9, .97, 1.1), sky=.38, soft=.05)}


def load():
    area = {r["district"]: r["area_type"] for r in csv.DictReader(open(os.path.join(SAMPLE, "districts.csv")))}
    return {r["listing_id"]: Record(r, area.get(r["district"], "mainland")) for r in csv.DictReader(open(os.path.join(SAMPLE, "listings.csv")))}


def compose(R):
    """The whole maquette of one listing, and its camera and light."""
    fn, o, kind, w, d, off, azd, eld, sun, sel, hour = RECIPES[R.id]
    az, el = math.radians(azd + R.rng.uniform(-2, 2)), math.radians(eld)
    m = Model(az)
    S = Site(m, R, w, d, "none" if kind in ("dense", "garden") else kind)
    m.place(off[0], off[1])
    top = fn(m, R, o)
    m.place()
    if fn.__name__[0] == "v":
        pw, pd = {"v_stacked": (34, 27), "v_pavilion": (30, 24), "v_courtyard": (26, 22), "v_portal": (36, 29), "v_terraced": (27, 19), "v_vaults": (33, 25)}[fn.__name__]
    elif fn is b_row:
        pw, pd = o["n"] * o["hw"], o["hd"] + 2 * 5.6
        if o.get("front"):
            pd = o["hd"] + o["front"] + o["back"]
    elif fn in PLOTS:
        pw, pd = PLOTS[fn]
    else:
        xs, ys = [p[0] for p in o["plan"]], [p[1] for p in o["plan"]]
        pod = o.get("pod") or 1
        if fn is b_slabtower:
            pw, pd = (max(xs) - min(xs)) * pod + 4, (max(ys) - min(ys)) * pod + 3
        else:
            pw, pd = max(xs) - min(xs) + 2 * pod + 2, max(ys) - min(ys) + 2 * pod + 2
    S.hmax = top
    R.unit = set()
    if fn is b_row and "pool" in R.am:
        x = off[0] - o["n"] * o["hw"] / 2 + o.get("pick", o["n"] // 2) * o["hw"]
        dx = 4.5 if m.view[0] > 0 else -4.5                  # towards the camera, where a tree would hide the pool
        R.clear = (x + min(0, dx), x + o["hw"] + max(0, dx))
    surround(m, R, S, kind, (off[0] - pw / 2, off[0] + pw / 2, off[1] - pd / 2, off[1] + pd / 2))
    extras(m, R, S, fn, kind, off, pw, pd)
    hw, hd = pw / 2 * .8, pd / 2 * .8
    m.fit += [(off[0] + sx * hw * .7, off[1] + sy * hd * .7, top) for sx in (-1, 1) for sy in (-1, 1)]
    light = dict(HOURS[hour])
    light["az"], light["el"] = az + math.radians(sun), math.radians(sel)
    return m, az, el, light


def extras(m, R, S, fn, kind, off, pw, pd):
    """What the listing's amenities add outside the building."""
    rng, vx = R.rng, 1 if m.view[0] > 0 else -1
    x1, y0 = off[0] + vx * (pw / 2 + 1.0), off[1] - pd / 2
    free = S.a - abs(x1)
    if "covered_parking" in R.am and fn.__name__[0] == "b":
        if fn is b_row:
            carport(m, off[0] + vx * (pw / 2 + min(5.5, free / 2 + .6)), off[1] - 2, 2, .12, rng)
        else:
            m.box("pave", *sorted((x1 + vx * .2, vx * (S.a - .7))), y0 + 1, y0 + 8.5, .1, .2)
            n = max(1, int((free - 1.2) / 2.9))
            carport(m, x1 + vx * (free / 2 - .2), y0 + 4.6, n, .2, rng)
    if "pool" in R.am and fn is b_row:
        o = RECIPES[R.id][1]
        n, hw, hd = o["n"], o["hw"], o["hd"]
        i = o.get("pick", n // 2)
        m.place(off[0], off[1])
        xx = -n * hw / 2 + i * hw
        gy = -hd / 2 - o.get("front", 5.5)
        # the unit's own pool, in its front garden
        m.box("pave", xx + .2, xx + hw - .2, gy + .3, -hd / 2 - .2, .1, .22)
        m.box("pool", xx + .7, xx + hw * .62, gy + .9, -hd / 2 - 1.9, .2, .3)
        for a, b, c, d in ((xx + .5, xx + hw * .62 + .2, gy + .7, gy + .9), (xx + .5, xx + hw * .62 + .2, -hd / 2 - 1.9, -hd / 2 - 1.7), (xx + .5, xx + .7, gy + .7, -hd / 2 - 1.7), (xx + hw * .62, xx + hw * .62 + .2, gy + .7, -hd / 2 - 1.7)):
            m.box("white", a, b, c, d, .2, .36)
        lounger(m, xx + hw * .8, gy + 2.2, .22, 0)
        m.place()
    if "kids_play_area" in R.am and fn.__name__[0] == "b":
        playground(m, x1 + vx * min(4.2, free / 2), y0 + 12.5, .12)
    for i in range(4):
        person(m, off[0] + rng.uniform(-pw / 3, pw / 3), y0 - rng.uniform(.4, 1.1), .12)


# ---------------------------------------------------------------- light, camera, render, finish
_LIB = None


def lib():
    """denoise.c, compiled once per run."""
    global _LIB
    if _LIB is None:
        os.makedirs(TMP, exist_ok=True)
        so = os.path.join(TMP, "denoise.%d.so" % os.getpid())
        subprocess.check_call(["gcc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-o", so, os.path.join(HERE, "denoise.c"), "-lm"])
        _LIB = ctypes.CDLL(so)
        os.remove(so)
    return _LIB


def fp(a):
    return a.ctypes.data_as(ctypes.POINTER(ctypes.c_float))


def fit_camera(m, az, el, res, fill=(.88, .85), lens=LENS, up=0.0):
    """Place the camera so that the model's points fill the frame; returns position, rotation, pixel angle."""
    P = np.array(m.fit, float)
    d = Vector((sin(az) * cos(el), -cos(az) * cos(el), sin(el)))
    rot = d.to_track_quat("Z", "Y")
    X, Y, Z = (np.array(rot @ Vector(v)) for v in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    asp = res[0] / res[1]
    tx = 18 / lens
    ty = tx / asp
    c, dist = P.mean(0), 200.
    for _ in range(40):
        q = P - c
        depth = dist - q @ Z
        x, y = (q @ X) / depth / tx, (q @ Y) / depth / ty
        ex, ey = (x.max() - x.min()) / 2, (y.max() - y.min()) / 2
        c = c + X * (x.max() + x.min()) / 2 * tx * dist + Y * ((y.max() + y.min()) / 2 - up) * ty * dist
        dist *= max(ex / fill[0], ey / fill[1])
    return Vector(c) + d * dist, rot, 2 * tx / res[0], dist


def render(m, name, az, el, res, night, light, spp, fill=(.88, .85), up=0.):
    """Render one view with Cycles and return its passes as numpy arrays."""
    for blk in (bpy.data.objects, bpy.data.meshes, bpy.data.materials, bpy.data.lights, bpy.data.cameras, bpy.data.images):
        for it in list(blk):
            if it.users == 0 or blk is not bpy.data.images:
                blk.remove(it)
    s = bpy.context.scene
    m.build(night)
    # the table
    me = bpy.data.meshes.new("table")
    z = min(p[2] for p in m.fit)
    me.from_pydata([(-4000, -4000, z), (4000, -4000, z), (4000, 4000, z), (-4000, 4000, z)], [], [(0, 1, 2, 3)])
    me.materials.append(make_material("ground", night))
    me.materials[0].node_tree.nodes["Principled BSDF"].inputs["Specular"].default_value = 0
    s.collection.objects.link(bpy.data.objects.new("table", me))
    pos, rot, pix, dist = fit_camera(m, az, el, res, fill, up=up)
    cam = bpy.data.cameras.new("cam")
    cam.lens, cam.clip_start, cam.clip_end = LENS, 1, 20000
    co = bpy.data.objects.new("cam", cam)
    co.location, co.rotation_mode, co.rotation_quaternion = pos, "QUATERNION", rot
    s.collection.objects.link(co)
    s.camera = co
    sun = bpy.data.lights.new("key", "SUN")
    saz, sel = light["az"], light["el"]
    if night:
        k = light.get("key", 1)                     # still lifes and plans stand in a dim studio, not in the night
        warm = (.66, .84, 1) if k == 1 else (1, .95, .88)
        sun.energy, sun.angle, sun.color = .15 * k, .25, warm
        sky, skyc = .03 * k, (.6, .86, .86) if k == 1 else (.8, .95, .95)
    else:
        sky = light["sky"]
        sun.energy, sun.angle, sun.color = (1 - sky) * pi / sin(sel), light.get("soft", .07), light["tint"]
        skyc = light["skytint"]
    so = bpy.data.objects.new("key", sun)
    so.rotation_mode = "QUATERNION"
    so.rotation_quaternion = Vector((sin(saz) * cos(sel), -cos(saz) * cos(sel), sin(sel))).to_track_quat("Z", "Y")
    s.collection.objects.link(so)
    w = bpy.data.worlds.get("sky") or bpy.data.worlds.new("sky")
    s.world = w
    w.use_nodes = True
    bg = w.node_tree.nodes["Background"]
    bg.inputs[0].default_value, bg.inputs[1].default_value = skyc + (1,), sky
    w.cycles.sampling_method = "NONE"               # an even sky is best found by the bounces themselves
    s.render.engine = "CYCLES"
    c = s.cycles
    c.samples, c.use_adaptive_sampling, c.use_denoising, c.seed = spp, False, False, 7
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = 4, 3, 2, 0
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.blur_glossy = (1.5 if night else 3.0), 1.0
    c.pixel_filter_type, c.filter_width = "BLACKMAN_HARRIS", 1.35
    s.render.threads_mode, s.render.threads = "FIXED", 2
    s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = res[0], res[1], 100
    s.view_settings.view_transform = "Standard"
    s.render.use_persistent_data = False
    vl = s.view_layers[0]
    for a in ("diffuse_direct", "diffuse_indirect", "diffuse_color", "glossy_direct", "glossy_indirect", "glossy_color", "emit", "normal", "position"):
        setattr(vl, "use_pass_" + a, True)
    if not len(vl.aovs):
        vl.aovs.add().name = "glow"
    s.use_nodes = True
    nt = s.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new("CompositorNodeRLayers")
    fo = nt.nodes.new("CompositorNodeOutputFile")
    fo.base_path = os.path.join(TMP, "pass.%d" % os.getpid())
    fo.format.file_format, fo.format.color_depth, fo.format.exr_codec, fo.format.color_mode = "OPEN_EXR", "32", "NONE", "RGB"
    fo.file_slots.clear()
    names = {"dd": "DiffDir", "di": "DiffInd", "dc": "DiffCol", "gd": "GlossDir", "gi": "GlossInd", "gc": "GlossCol", "em": "Emit", "n": "Normal", "p": "Position", "glow": "glow"}
    for k, v in names.items():
        fo.file_slots.new(k)
        nt.links.new(rl.outputs[v], fo.inputs[k])
    s.frame_set(1)
    t = time.time()
    bpy.ops.render.render()
    out = {"t": time.time() - t, "pix": pix, "cam": np.array(pos, np.float32), "dist": dist}
    for k in names:
        f = os.path.join(fo.base_path, k + "0001.exr")
        im = bpy.data.images.load(f)
        im.colorspace_settings.name = "Non-Color"
        A = np.empty(res[0] * res[1] * 4, np.float32)
        im.pixels.foreach_get(A)
        out[k] = np.ascontiguousarray(A.reshape(res[1], res[0], 4)[::-1, :, :3])
        bpy.data.images.remove(im)
        os.remove(f)
    p = out["p"]
    out["dep"] = np.ascontiguousarray(np.linalg.norm(p - out["cam"], axis=2), np.float32)
    ln = np.linalg.norm(out["n"], axis=2, keepdims=True)
    out["n"] = np.ascontiguousarray(out["n"] / np.maximum(ln, 1e-4), np.float32)
    out["half"] = (max(q[0] for q in m.fit), max(q[1] for q in m.fit))
    out["table"] = (p[..., 2] < z + .02 + .0005 * dist)
    return out


def denoise(B, a, iters, sl):
    h, w = a.shape[:2]
    a = np.ascontiguousarray(np.minimum(a, 40), np.float32)
    var = np.empty((h, w), np.float32)
    L, f = lib(), ctypes.c_float
    L.variance(w, h, fp(a), fp(B["n"]), fp(B["p"]), fp(B["dep"]), f(B["pix"]), fp(var))
    L.atrous(w, h, fp(a), fp(var), fp(B["n"]), fp(B["p"]), fp(B["dep"]), f(B["pix"]), iters, f(sl))
    return a


def blur(a, sig):
    a = np.array(a, np.float32, order="C")             # a copy: the filter works in place
    ch = 1 if a.ndim == 2 else a.shape[2]
    lib().blur(a.shape[1], a.shape[0], ch, fp(a), ctypes.c_float(sig))
    return a


def shoulder(x, k=.74):
    return np.where(x < k, x, k + (1 - k) * (1 - np.exp(-(np.maximum(x, k) - k) / (1 - k))))


def inv_shoulder(y, k=.74):
    return y if y < k else k - (1 - k) * math.log(1 - (y - k) / (1 - k))


def srgb(x):
    x = np.clip(x, 0, 1)
    return np.where(x < .0031308, x * 12.92, 1.055 * np.power(x, 1 / 2.4) - .055)


def soft_focus(img, B, strength):
    """A slight depth of field: what lies well behind or before the model's middle is a little soft."""
    z = B["dep"]
    coc = np.clip(np.abs(z - B["dist"]) / B["dist"] * strength, 0, 2.4)
    coc = blur(coc.astype(np.float32), 2.0)
    b1, b2 = blur(img, 1.0), blur(img, 2.3)
    t1, t2 = np.clip(coc - .35, 0, 1)[..., None], np.clip(coc - 1.3, 0, 1)[..., None]
    return (img * (1 - t1) + b1 * t1) * (1 - t2) + b2 * t2


def save(img, name, lo=50, hi=110):
    """WebP at the best quality that keeps the file within its size."""
    from PIL import Image
    import io
    im = Image.fromarray((srgb(img) * 255 + .5).astype(np.uint8))
    for q in (93, 90, 87, 84, 80, 76, 72, 66, 60):
        b = io.BytesIO()
        im.save(b, "WEBP", quality=q, method=6)
        if b.tell() <= hi * 1024:
            break
    with open(os.path.join(OUT, name + ".webp"), "wb") as f:
        f.write(b.getvalue())
    return q, b.tell() // 1024


PEARL, NIGHT = "#f2f5f3", "#0d1412"


def table_light(B, irr):
    """Light on the bare table, from the corners of the frame."""
    t, h, w = B["table"], irr.shape[0], irr.shape[1]
    k = h // 8
    v = [irr[a:b, c:d][t[a:b, c:d]] for a, b in ((0, k), (h - k, h)) for c, d in ((0, k), (w - k, w))]
    v = [x.mean(0) for x in v if len(x) > 20]
    return np.max(np.array(v), 0) if v else np.ones(3)


def table_smooth(B, rel, tab):
    """The bare table is even: away from the plinth its light is smoothed much more."""
    k = B["dep"].shape[1] / 1280
    w = blur(tab[..., 0], 9 * k)[..., None] + 1e-4
    far = blur(rel * tab, 9 * k) / w
    d = np.maximum(np.abs(B["p"][..., 0]) / B["half"][0], np.abs(B["p"][..., 1]) / B["half"][1])
    t = np.clip((d - 1.25) / .6, 0, 1)[..., None]
    t2 = np.clip((d - 2.1) / 1.2, 0, 1)[..., None]
    far = far * (1 - t2) + blur(far, 24 * k) * t2
    return rel * (1 - t) + far * t


def shadow_only(rel):
    """Light on the table, 1 where it is bare: the slow fall-off is dropped and only real shadow stays, so that
    the ground is the page's own ground and a picture has no edge."""
    x = np.maximum(1 - rel - .06, 0)
    return np.where(rel < 1, 1 - x * x / (x + .06), rel)


def despeckle(a):
    """Cap single bright pixels at what their neighbours show."""
    p = np.pad(a.mean(2), 1, mode="edge")
    h, w = a.shape[:2]
    st = np.sort(np.stack([p[i:i + h, j:j + w] for i in range(3) for j in range(3)]), 0)
    cap = st[6] * 1.15 + 1e-4
    return a * np.minimum(1, cap / np.maximum(p[1:-1, 1:-1], 1e-6))[..., None]


def finish_day(B, light, focus=3.2):
    irr = denoise(B, B["dd"] + B["di"], 5, 3.8)
    glo = denoise(B, (B["gd"] + B["gi"]) * B["gc"], 3, 2.5)
    img = irr * B["dc"] + glo + B["em"]
    e0 = table_light(B, irr)
    ground = np.array([inv_shoulder(x) for x in lin(PEARL)], np.float32)
    tab = blur(B["table"].astype(np.float32), .6)[..., None]
    rel = shadow_only(table_smooth(B, irr / e0, tab))
    rel = np.where(rel < 1, rel, 1 + (rel - 1) * .06)
    img = img * (1 - tab) + ground * (.06 + .94 * rel) * tab
    model = img * light.get("gain", 1.0)
    model = .55 * np.power(np.maximum(model, 0) / .55, 1.16)       # a little contrast, on the model only
    img = shoulder(img * tab + model * (1 - tab))
    return soft_focus(img, B, focus)


def finish_night(B, N, light, focus=3.2):
    """B holds the full-size guides of the day render, N the night light at a smaller size."""
    irr = denoise(N, despeckle(N["dd"] + N["di"]), 5, 3.5)
    glo = denoise(N, despeckle((N["gd"] + N["gi"]) * N["gc"]), 4, 3.0)
    h, w = B["dep"].shape
    lh, lw = N["dep"].shape
    up = []
    for a in (irr, glo):
        o = np.empty((h, w, 3), np.float32)
        lib().upsample(lw, lh, fp(a), fp(N["n"]), fp(N["p"]), w, h, fp(B["n"]), fp(B["p"]), fp(B["dep"]), ctypes.c_float(B["pix"]), fp(o))
        up.append(o)
    irr, glo = up
    img = irr * B["dc"] + glo + B["glow"] * .36
    e0 = table_light(B, irr)
    g = np.array(lin(NIGHT), np.float32)
    tab = blur(B["table"].astype(np.float32), .6)[..., None]
    rel = shadow_only(table_smooth(B, irr / np.maximum(e0, 1e-4), tab))
    rel = np.where(rel < 1, rel, 1 + (rel - 1) * .8)
    img = img * (1 - tab) + g * rel * tab
    glow = np.minimum(B["glow"], 4)
    img = img + .05 * blur(glow, 3.0 * w / 1280) + .05 * blur(blur(glow, 14.0 * w / 1280), 8 * w / 1280)
    return soft_focus(shoulder(img, .6), B, focus)


# ---------------------------------------------------------------- plans: a cut-away doll's house of the unit
CUT = 1.4                                                   # walls are cut at this height, the cut is green


class Plan:
    """One floor plate: floors, cut walls with doors and windows, simple furniture."""

    def __init__(self, m, x, y, z, rng):
        self.m, self.x, self.y, self.z, self.rng = m, x, y, z, rng

    def at(self, x=0, y=0, a=0, z=0):
        self.m.place(self.x + x, self.y + y, self.z + z, a)
        return self.m

    def floor(self, mat, x0, y0, x1, y1, h=.08):
        self.at().box(mat, x0, x1, y0, y1, 0, h)

    def boards(self, x0, y0, x1, y1):
        """A timber floor: boards with fine joints."""
        m = self.at()
        m.box("floor", x0, x1, y0, y1, 0, .08)
        n = int((y1 - y0) / .42)
        for i in range(1, n):
            yy = y0 + (y1 - y0) * i / n
            m.box("rug2", x0, x1, yy - .012, yy + .012, .05, .086)

    def tiles(self, x0, y0, x1, y1, s=.55):
        m = self.at()
        m.box("tile", x0, x1, y0, y1, 0, .08)
        for a, b, k in ((x0, x1, 0), (y0, y1, 1)):
            n = max(2, int((b - a) / s))
            for i in range(1, n):
                t = a + (b - a) * i / n
                if k == 0:
                    m.box("white", t - .012, t + .012, y0, y1, .05, .085)
                else:
                    m.box("white", x0, x1, t - .012, t + .012, .05, .087)

    def wall(self, x0, y0, x1, y1, ops=(), t=.2, join=False):
        """A wall along x or y; ops are (position, width, kind), kind one of door, open, win, glass. With join it
        starts where an earlier wall in the same line ended."""
        m = self.at()
        alongx = abs(x1 - x0) > abs(y1 - y0)
        L = abs(x1 - x0) + abs(y1 - y0)
        F = (x0, y0, 1., 0., 0., 1.) if alongx else (x0, y0, 0., 1., 1., 0.)
        ext = t / 2 - (.01 if alongx else .016)
        top = CUT + .035 + (0 if alongx else .007)

        def seg(a, b, z=CUT):
            if b - a > .01:
                m.fbox(F, "white", a, b, -t / 2, t / 2, 0, z)
                if z == CUT:
                    m.fbox(F, "cutwall", a, b, -t / 2, t / 2, CUT, top)
        cur = ext + .004 if join else -ext
        for p, w, k in sorted(ops):
            seg(cur, p - w / 2)
            a, b = p - w / 2, p + w / 2
            if k == "win":
                m.fbox(F, "white", a, b, -t / 2 + .01, t / 2 - .01, 0, .62)
                m.fbox(F, "acryl", a, b, -.03, .03, .62, CUT)
                m.fbox(F, "cutwall", a, b, -.045, .045, CUT, CUT + .03)
                m.fbox(F, "lime", a - .04, b + .04, -t / 2 - .05, t / 2 + .05, .6, .66)
            elif k == "glass":
                m.fbox(F, "acryl", a, b, -.03, .03, .1, CUT)
                m.fbox(F, "cutwall", a, b, -.045, .045, CUT, CUT + .03)
                n, bw = bays(w, 1.1)
                for i in range(n + 1):
                    m.fbox(F, "dark", a + i * bw - .03, a + i * bw + .03, -.05, .05, .08, CUT + .01)
            elif k == "door":
                s = -1 if not alongx else 1
                m.fbox(F, "wood", a + .02, a + .07, .02 * s if s > 0 else -.85 * w, .85 * w if s > 0 else -.02, .08, CUT - .04)
            cur = b
        seg(cur, L + ext)

    # furniture: each stands with its back on the local line y = 0 and faces +y
    def bed(self, x, y, a, w=1.8):
        m = self.at(x, y, a, .08)
        m.cbox("wood", -w / 2 - .08, w / 2 + .08, .02, .14, 0, 1.0, .03)
        m.cbox("wood", -w / 2 - .04, w / 2 + .04, .14, 2.2, .08, .3, .03)
        m.cbox("linen", -w / 2, w / 2, .16, 2.16, .28, .54, .07)
        m.cbox(self.rng.choice(["throw", "rug", "rug2", "throw"]), -w / 2 - .03, w / 2 + .03, 1.0, 2.0, .36, .58, .05)
        for k in (-1, 1):
            m.cbox("white", k * w * .25 - .32, k * w * .25 + .32, .22, .62, .52, .68, .06)
            m.cbox("wood", k * (w / 2 + .36) - .22, k * (w / 2 + .36) + .22, .06, .46, 0, .45, .03)
            m.cyl("soft", k * (w / 2 + .36), .26, .11, .5, .78, 10, .08)
        m.box("rug", -w / 2 - .55, w / 2 + .55, 1.25, 2.75, 0, .022)

    def wardrobe(self, x, y, a, w=1.8):
        m = self.at(x, y, a, .08)
        m.cbox("lime", -w / 2, w / 2, .02, .62, 0, 1.28, .02)
        n = max(2, int(w / .6))
        for i in range(1, n):
            m.box("rail", -w / 2 + w * i / n - .008, -w / 2 + w * i / n + .008, .3, .63, .04, 1.26)

    def sofa(self, x, y, a, w=2.3, corner=0):
        m = self.at(x, y, a, .08)
        m.cbox("rug", -w / 2, w / 2, .05, .95, .08, .42, .06)
        m.cbox("rug", -w / 2, w / 2, .02, .27, .1, .8, .06)
        for k in (-1, 1):
            m.cbox("rug", k * w / 2 - .12, k * w / 2 + .12, .04, .95, .1, .58, .05)
        n = 3 if w > 2.2 else 2
        for i in range(n):
            u = -w / 2 + .16 + (w - .32) * i / n
            m.cbox("linen" if i == 0 else "rug", u + .03, u + (w - .32) / n - .03, .26, .96, .4, .54, .05)
        m.cbox("throw", w / 2 - .62, w / 2 - .22, .24, .42, .5, .84, .06)
        if corner:
            m.cbox("rug", corner * w / 2 - (.0 if corner < 0 else .95), corner * w / 2 + (.95 if corner < 0 else 0), .9, 2.0, .08, .5, .06)

    def coffee(self, x, y, r=.5):
        m = self.at(x, y, 0, .08)
        m.cyl("stone", 0, 0, r, .3, .36, 24)
        m.cyl("wood", 0, 0, r * .3, 0, .3, 12)
        m.cyl("throw", r * .3, .1, .09, .36, .5, 10)

    def rug(self, x, y, w, d, mat="rug2"):
        m = self.at(x, y, 0, .08)
        m.box(mat, -w / 2, w / 2, -d / 2, d / 2, 0, .03)
        m.box("linen", -w / 2 + .12, w / 2 - .12, -d / 2 + .12, d / 2 - .12, .0, .036)
        m.box(mat, -w / 2 + .2, w / 2 - .2, -d / 2 + .2, d / 2 - .2, .0, .04)

    def tv(self, x, y, a, w=2.0):
        m = self.at(x, y, a, .08)
        m.cbox("wood", -w / 2, w / 2, .03, .42, .1, .46, .03)
        m.box("dark", -w * .34, w * .34, .1, .15, .5, 1.2)

    def dining(self, x, y, n=6, a=0):
        m = self.at(x, y, a, .08)
        k = max(1, n // 2)
        L = .72 * k + .3
        m.cbox("wood", -L / 2, L / 2, -.48, .48, .7, .77, .03)
        for u in (-L / 2 + .15, L / 2 - .15):
            for v in (-.36, .36):
                m.box("wood", u - .04, u + .04, v - .04, v + .04, 0, .7)
        for i in range(k):
            u = -L / 2 + L * (i + .5) / k
            for s in (-1, 1):
                m.cbox("linen", u - .23, u + .23, s * .72 - .23, s * .72 + .23, .4, .48, .04)
                m.cbox("lime", u - .23, u + .23, s * .95 - .04, s * .95 + .04, .4, .92, .02)
                for du in (-.18, .18):
                    for dv in (-.18, .18):
                        m.box("wood", u + du - .02, u + du + .02, s * .72 + dv - .02, s * .72 + dv + .02, 0, .42)
        m.cyl("leaf2", 0, 0, .13, .77, 1.0, 10, .05)

    def kitchen(self, x, y, a, L=3.4, island=True, stools=True):
        m = self.at(x, y, a, .08)
        m.box("white", -L / 2, L / 2, .02, .6, .08, .86)
        m.cbox("stone", -L / 2 - .02, L / 2 + .02, .01, .64, .86, .92, .015)
        n = int(L / .6)
        for i in range(1, n):
            m.box("rail", -L / 2 + L * i / n - .008, -L / 2 + L * i / n + .008, .4, .608, .1, .85)
        m.box("rail", -L * .2 - .28, -L * .2 + .28, .14, .52, .9, .926)
        m.box("dark", L * .15 - .3, L * .15 + .3, .12, .54, .9, .928)
        for du in (-.14, .14):
            for dv in (.23, .43):
                m.cyl("rail", L * .15 + du, dv, .08, .92, .935, 12)
        m.cbox("lime", L / 2 - .72, L / 2 + .0, .0, .66, .02, 1.3, .03)
        if island:
            m.box("throw", -L * .3, L * .26, 1.72, 2.42, .06, .86)
            m.cbox("stone", -L * .3 - .1, L * .26 + .1, 1.64, 2.62, .86, .93, .02)
            for i in range(3 if stools else 0):
                u = -L * .2 + i * L * .18
                m.cyl("wood", u, 2.9, .17, .58, .65, 12)
                m.cyl("rail", u, 2.9, .03, 0, .58, 6)

    def bath(self, x0, y0, x1, y1, ext, tub=True):
        """Fit out a bathroom; ext is +1 when its outer wall is at y1, -1 at y0."""
        w, d = x1 - x0, y1 - y0
        ye = y1 - .12 if ext > 0 else y0 + .12
        m = self.at(0, 0, 0, .08)
        a, b = (ye - .82, ye) if ext > 0 else (ye, ye + .82)
        if tub:
            m.cbox("white", x0 + .14, x1 - .14, a, b, 0, .56, .06)
            m.cbox("acryl", x0 + .26, x1 - .26, a + .12, b - .12, .3, .575, .05)
        else:
            m.box("white", x0 + .12, x1 - .12, a - .1 * ext, b, 0, .06)
            m.box("acryl", x0 + .12, x0 + w * .55, (a if ext > 0 else b) - .02, (a if ext > 0 else b) + .02, .06, CUT - .1)
            m.cyl("rail", x1 - .35, (a + b) / 2, .13, 1.25, 1.28, 14)
        yc = (a - .95) if ext > 0 else (b + .95)
        m.cbox("wood", x0 + .12, x0 + .6, yc - .55, yc + .55, .3, .78, .02)
        m.cbox("white", x0 + .12, x0 + .62, yc - .57, yc + .57, .78, .85, .02)
        m.cyl("acryl", x0 + .36, yc, .17, .85, .87, 16)
        m.cbox("white", x1 - .62, x1 - .14, yc - .2, yc + .2, 0, .42, .08)
        m.cbox("white", x1 - .26, x1 - .13, yc - .22, yc + .22, .3, .85, .03)

    def desk(self, x, y, a, w=1.4):
        m = self.at(x, y, a, .08)
        m.cbox("wood", -w / 2, w / 2, .05, .68, .7, .76, .02)
        for u in (-w / 2 + .06, w / 2 - .06):
            m.box("wood", u - .03, u + .03, .08, .64, 0, .7)
        m.box("dark", -.25, .25, .2, .23, .8, 1.1)
        m.cbox("linen", -.24, .24, .75, 1.2, .42, .5, .04)
        m.cbox("lime", -.24, .24, 1.16, 1.24, .42, .95, .02)
        m.cyl("rail", 0, .97, .04, 0, .42, 8)

    def plant(self, x, y, h=1.3):
        m = self.at(x, y, 0, .08)
        m.cyl("lime", 0, 0, .2, 0, .4, 14, .25)
        V, T = ico()
        r = h * .3
        k = 1 + .14 * np.sin(5 * V[:, 0] + x) * np.sin(5 * V[:, 1] + y)
        m.add("leaf2", V * k[:, None] * r + np.array([0, 0, .42 + r * .9]), (), T)

    def stair(self, x0, y0, x1, y1, up=True):
        m = self.at(0, 0, 0, .08)
        n = 12
        for i in range(n):
            h = CUT * (i + 1) / n if up else CUT * .0 + .05
            a, b = x0 + (x1 - x0) * i / n, x0 + (x1 - x0) * (i + 1) / n
            if up:
                m.box("lime" if i % 2 else "white", a, b, y0, y1, 0, h)
            else:
                m.box("ctx2" if i % 2 else "ctx", a, b, y0, y1, .0, .02 + .01 * (n - i))

    def bedroom(self, x0, y0, x1, y1, ext, k, master=False, wardrobe=True):
        self.boards(x0, y0, x1, y1)
        yc = (y0 + y1) / 2 + .25 * ext
        flip = k % 2
        w = 2.0 if master else 1.6
        if flip:
            self.bed(x1 - .1, yc, pi / 2, w)
        else:
            self.bed(x0 + .1, yc, -pi / 2, w)
        ww = min(2.2, (x1 - x0) - 1.5)
        if ww > .8:
            xx = (x0 + .15 + ww / 2) if not flip else (x1 - .15 - ww / 2)
            if ext > 0:
                self.wardrobe(xx, y0 + .1, 0, ww)
            else:
                self.wardrobe(xx, y1 - .1, pi, ww)

    def room(self, kind, x0, y0, x1, y1, ext, k, am):
        if kind == "bed" or kind == "master":
            self.bedroom(x0, y0, x1, y1, ext, k, kind == "master")
        elif kind == "bath":
            self.tiles(x0, y0, x1, y1)
            self.bath(x0, y0, x1, y1, ext, tub=k % 2 == 0)
        elif kind == "study":
            self.boards(x0, y0, x1, y1)
            self.desk((x0 + x1) / 2, y1 - .1 if ext > 0 else y0 + .1, pi if ext > 0 else 0, min(1.8, x1 - x0 - .6))
            self.at(0, 0, 0, .08).cbox("lime", x0 + .12, x0 + .45, y0 + .5, y1 - .5, 0, 1.2, .02)
        elif kind == "maid":
            self.boards(x0, y0, x1, y1)
            self.bed(x0 + .1, (y0 + y1) / 2 + .5 * ext, -pi / 2, .9)
        elif kind == "gym":
            self.floor("rug", x0, y0, x1, y1)
            m = self.at(0, 0, 0, .08)
            xc, yc = (x0 + x1) / 2, (y0 + y1) / 2
            m.cbox("ctx2", xc - 1.0, xc - .3, yc - .7, yc + .8, .05, .2, .04)
            m.box("rail", xc - .95, xc - .35, yc + .75, yc + .82, .2, 1.2)
            m.cbox("throw", xc + .3, xc + .7, yc - .7, yc + .6, .35, .48, .05)
        elif kind == "stair":
            self.floor("lime", x0, y0, x1, y1)
            self.stair(x0 + .15, (y1 - 1.2 if ext > 0 else y0 + .15), x1 - .1, (y1 - .15 if ext > 0 else y0 + 1.2))
        elif kind == "stairdown":
            self.floor("lime", x0, y0, x1, y1)
            self.stair(x0 + .15, (y1 - 1.2 if ext > 0 else y0 + .15), x1 - .1, (y1 - .15 if ext > 0 else y0 + 1.2), False)
            m = self.at(0, 0, 0, .08)
            yy = y1 - 1.25 if ext > 0 else y0 + 1.25
            m.box("acryl", x0 + .15, x1 - .1, yy - .02, yy + .02, 0, .95)
        elif kind == "hall":
            self.floor("lime", x0, y0, x1, y1)
            self.at(0, 0, 0, .08).cbox("wood", x0 + .3, x1 - .3, *((y1 - .5, y1 - .14) if ext > 0 else (y0 + .14, y0 + .5)), 0, .8, .02)
            self.rug((x0 + x1) / 2, (y0 + y1) / 2, min(1.6, x1 - x0 - .6), 1.2)


WID = {"bed": 3.5, "master": 4.4, "bath": 2.15, "study": 2.7, "maid": 2.3, "gym": 3.0, "stair": 3.5, "stairdown": 3.5, "hall": 2.4}


def plate(m, x, y, z, rng, zone, north, south, am, k=1.0, entrance=True):
    """Living space on the left over the full depth, rooms on both sides of a corridor on the right."""
    d, c = 3.7 * k, 1.35
    D = 2 * d + c
    zw = {"living": 7.4, "family": 5.6, "lounge": 3.6}[zone] * k
    wn, ws = sum(WID[r] for r in north), sum(WID[r] for r in south)
    W = max(wn, ws) * (.5 + .5 * k)
    P = Plan(m, x - (zw + W) / 2, y - D / 2, z, rng)
    P.at().box("lime", -.35, zw + W + .35, -.35, D + .35, -.3, -.0)
    # living space
    P.boards(0, 0, zw, D)
    if zone == "lounge":
        P.rug(zw / 2, D / 2 - .6, 2.4, 3.0)
        P.sofa(zw / 2, .35, 0, 2.2)
        P.coffee(zw / 2, 2.0, .42)
        P.tv(.1, D * .62, -pi / 2, 1.7)
        P.plant(zw - .5, .5)
        P.desk(zw * .5, D - .12, pi, 1.5)
    else:
        P.rug(zw * .46, 2.4 * k, 3.6, 2.7)
        P.sofa(zw * .46, .45, 0, 2.7, -1)
        P.coffee(zw * .5, 2.2, .5)
        P.tv(zw * .46, D * .5 + .1, pi, 2.2) if zone == "living" and D > 9 else P.tv(.1, 2.4, -pi / 2, 1.7)
        P.kitchen(zw * .42, D - .1, pi, min(4.2, zw - 2.0), True, zone == "living")
        P.dining(zw * .78 if zone == "living" else zw * .5, D * (.53 if zone == "living" else .5), 6 if zone == "living" else 4, pi / 2 if zone == "living" else 0)
        P.plant(.5, .5, 1.5)
        P.plant(zw - .5, .45, 1.1)
    P.floor("lime", zw, d, zw + W, d + c)
    for i in range(int(W / 3.5)):
        P.rug(zw + 1.8 + i * 3.5, d + c / 2, 2.2, .7)
    big = zone != "lounge"
    P.wall(0, 0, zw, 0, [(zw / 2, zw - 1.4, "glass")] if big else [(zw / 2, zw - 1.6, "win")])
    P.wall(0, D, zw, D, [(zw - .8, 1.0, "door"), (zw * .4, 2.2, "win")] if entrance and big else [(zw / 2, 1.6, "win")])
    P.wall(0, 0, 0, D, [(D * .28, 2.2, "win"), (D * .72, 2.0, "win")])
    P.wall(zw + W, 0, zw + W, D, [(d + c / 2, .9, "win")])
    # rooms
    for rooms, total, ext in ((north, wn, 1), (south, ws, -1)):
        flex = [r for r in rooms if r not in ("bath",)]
        add = (W - total) / max(1, len(flex)) if flex else 0
        xx, bk = zw, 0
        y0, y1 = (d + c, D) if ext > 0 else (0, d)
        edge_ops, cor_ops = [], []
        for i, r in enumerate(rooms):
            w = WID[r] + (add if r != "bath" or not flex else 0)
            if not flex:
                w = W / len(rooms)
            P.room(r, xx, y0, xx + w, y1, ext, bk if r == "bath" else i, am)
            bk += r == "bath"
            edge_ops.append((xx - zw + w / 2, .8 if r == "bath" else min(2.0, w - 1.2), "win"))
            if r in ("hall", "stair", "stairdown"):
                cor_ops.append((xx - zw + w / 2, w - .3, "open"))
            else:
                cor_ops.append((xx - zw + (w - .75 if (i % 2 == 0 and r != "bath") else .75 if r != "bath" else w / 2), .85, "door"))
            if i or zone != "none":
                if not (r in ("hall",) and i == 0):
                    P.wall(xx, y0, xx, y1, (), .14)
            xx += w
        P.wall(zw, D if ext > 0 else 0, zw + W, D if ext > 0 else 0, edge_ops, join=True)
        P.wall(zw, d + c if ext > 0 else d, zw + W, d + c if ext > 0 else d, cor_ops, .14)
    m.place()
    return zw, W, D


def split(beds, baths, extra=()):
    """Deal rooms to the two sides so that their widths come out alike; the first bed is the master."""
    rooms = ["master"] * (beds > 0) + ["bed"] * (beds - 1)
    sides = [[], []]
    width = lambda s: sum(WID[r] for r in s)
    for r in rooms:
        sides[0 if width(sides[0]) <= width(sides[1]) + .01 else 1].append(r)
    for r in ["bath"] * baths + list(extra):
        sides[0 if width(sides[0]) <= width(sides[1]) + .01 else 1].append(r)
    out = []
    for s in sides:                                        # baths between bedrooms
        b, t, e = [r for r in s if r in ("bed", "master")], [r for r in s if r == "bath"], [r for r in s if r not in ("bed", "master", "bath")]
        o = list(e)
        while b or t:
            if b:
                o.append(b.pop())
            if t:
                o.append(t.pop())
        out.append(o)
    for s in out:
        if not any(r != "bath" for r in s):
            s.insert(0, "hall")
    return out


def deck(m, x0, x1, y0, y1, z, rng, rails, wide=False):
    """A balcony or terrace with a glass balustrade, two chairs and plants."""
    m.box("pave", x0, x1, y0, y1, z - .2, z + .02)
    n = int((x1 - x0) / .5)
    for i in range(1, n):
        m.box("lime", x0 + (x1 - x0) * i / n - .012, x0 + (x1 - x0) * i / n + .012, y0, y1, z - .01, z + .027)
    for a, b, c, d in rails:
        m.box("acryl", min(a, c) - .02, max(a, c) + .02, min(b, d) - .02, max(b, d) + .02, z, z + .95)
        m.box("rail", min(a, c) - .035, max(a, c) + .035, min(b, d) - .035, max(b, d) + .035, z + .95, z + 1.0)
    P = Plan(m, 0, 0, z - .08, rng)
    P.plant(x0 + .45, y0 + .45, 1.1)
    P.plant(x1 - .45, y0 + .45, 1.0)
    xc, yc = (x0 + x1) / 2, (y0 + y1) / 2
    m.place(0, 0, z)
    m.cyl("stone", xc, yc, .32, .42, .47, 18)
    m.cyl("rail", xc, yc, .04, 0, .42, 8)
    for s in (-1, 1):
        m.cbox("linen", xc + s * .85 - .28, xc + s * .85 + .28, yc - .28, yc + .28, .25, .42, .05)
        m.cbox("wood", xc + s * 1.12 - .05, xc + s * 1.12 + .05, yc - .3, yc + .3, .1, .8, .02)
    if wide:
        for i in range(2):
            lounger(m, x0 + 1.8 + i * 1.2, yc, 0, pi)
    m.place()


def plan_scene(R):
    """The unit of one listing, cut open. Returns model, camera and light."""
    az, el = math.radians(30), math.radians(50)
    m = Model(az)
    rng = random.Random("plan" + R.id)
    am = R.am
    k = min(1.12, max(.94, (R.size / (60 * max(1, R.beds) + 40)) ** .25))
    extra = [e for e, a in (("study", "study"), ("maid", "maids_room")) if a in am]
    zt = 0
    if R.type == "studio":
        W, D = 7.6, 6.2
        P = Plan(m, -W / 2, -D / 2, 0, rng)
        P.at().box("lime", -.35, W + .35, -.35, D + .35, -.3, 0)
        bw, bd = 2.5, 2.5
        ex = 2.4 if ("maids_room" in am or "study" in am) else 0
        P.boards(0, 0, W, D)
        P.at().box("tile", W - bw, W, D - bd, D, .06, .1)
        P.m.place()
        P.bath(W - bw, D - bd, W, D, 1, False)
        P.bed(W - .1, 1.75, pi / 2, 1.7)
        P.wardrobe(W - bw - .1, D - .1, pi, 1.4) if not ex else None
        P.kitchen(1.9, D - .1, pi, 3.0, False)
        P.dining(1.5, D - 2.2, 2, 0)
        P.rug(2.0, 1.9, 2.6, 2.2)
        P.sofa(.12, 1.8, -pi / 2, 2.0)
        P.coffee(1.9, 1.8, .4)
        P.plant(.5, .45)
        P.at(0, 0, 0, .08).cbox("lime", 4.35, 4.6, .5, 2.4, 0, 1.1, .02)      # a shelf between living and sleeping
        P.wall(0, 0, W, 0, [(W * .36, 4.2, "glass"), (W * .82, 1.6, "win")])
        P.wall(0, D, W, D, [(4.2, .95, "door")])
        P.wall(0, 0, 0, D, [(D * .5, 1.4, "win")])
        P.wall(W, 0, W, D, [])
        P.wall(W - bw, D - bd, W, D - bd, [(.7, .8, "door")], .14)
        P.wall(W - bw, D - bd, W - bw, D, [], .14)
        m.place()
        if "balcony" in am:
            deck(m, -W / 2, -W / 2 + 5.2, -D / 2 - 1.9, -D / 2 - .35, 0, rng, [(-W / 2, -D / 2 - 1.9, -W / 2 + 5.2, -D / 2 - 1.9), (-W / 2, -D / 2 - 1.9, -W / 2, -D / 2 - .4), (-W / 2 + 5.2, -D / 2 - 1.9, -W / 2 + 5.2, -D / 2 - .4)])
        w, d, cy = W + 4.4, D + 5.2, -.3
    elif R.type in ("apartment", "penthouse"):
        north, south = split(R.beds, R.baths, extra)
        if R.type == "penthouse":
            k = max(k, 1.06)
        zw, W, D = plate(m, 0, 0, 0, rng, "living" if R.beds > 1 else "family", north, south, am, k)
        x0 = -(zw + W) / 2
        w, d, cy = zw + W + 3.6, D + 3.6, 0
        if R.type == "penthouse" and "balcony" in am:
            t = 3.0
            y0 = -D / 2 - t - .35
            x1 = x0 + zw + W
            deck(m, x0, x1, y0, -D / 2 - .35, 0, rng, [(x0, y0, x1, y0), (x0, y0, x0, -D / 2 - .4), (x1, y0, x1, -D / 2 - .4)], True)
            pergola(m, x1 - 5.2, x1 - 1.2, y0 + .4, -D / 2 - .6, 0, 1.9)
            for i in range(5):                               # planters along the edge
                xx = x0 + zw + 1.2 + i * 1.7
                if xx < x1 - 5.6:
                    m.cbox("lime", xx - .6, xx + .6, y0 + .2, y0 + .65, 0, .42, .04)
                    m.cbox("leaf2", xx - .54, xx + .54, y0 + .25, y0 + .6, .4, .72, .12)
            d, cy = d + t, -t / 2
        elif "balcony" in am:
            t = 1.8
            y0 = -D / 2 - t - .35
            deck(m, x0, x0 + zw, y0, -D / 2 - .35, 0, rng, [(x0, y0, x0 + zw, y0), (x0, y0, x0, -D / 2 - .4), (x0 + zw, y0, x0 + zw, -D / 2 - .4)])
            d, cy = d + t, -t / 2
    else:
        # two storeys, the ground floor in front and the upper floor behind it on a low block
        gb = 0 if R.beds <= 3 else 1 if R.beds <= 5 else 2
        gt = 1 if R.baths <= 4 else 2
        if "gym" in am:
            extra.append("gym")
        n1, s1 = split(gb, gt, ["stair"] + extra)
        n2, s2 = split(R.beds - gb, R.baths - gt, ["stairdown"])
        n1.sort(key=lambda r: r != "stair")
        s1.sort(key=lambda r: r != "stair")
        n2.sort(key=lambda r: r != "stairdown")
        s2.sort(key=lambda r: r != "stairdown")
        kk = .95 if R.type == "townhouse" else 1.0
        zone = "family" if R.type == "townhouse" else "living"
        dd = 2 * 3.7 * kk + 1.35
        off = dd / 2 + 1.3
        a = plate(m, -.6, -off, 0, rng, zone, n1, s1, am, kk)
        b = plate(m, .6, off, .9, rng, "lounge", n2, s2, am, kk, False)
        wmax = max(a[0] + a[1], b[0] + b[1])
        m.cbox("plaster", .6 - (b[0] + b[1]) / 2 - .7, .6 + (b[0] + b[1]) / 2 + .7, off - dd / 2 - .7, off + dd / 2 + .7, -.3, .6, .1)
        w, d, cy = wmax + 4.6, 2 * dd + 6.6, -.4
        x0 = -.6 - (a[0] + a[1]) / 2
        yf = -off - dd / 2
        if "pool" in am:
            d, cy = d + 4.0, cy - 2.0
            pool(m, x0 + 1, x0 + a[0] + 1.5, yf - 4.2, yf - 1.7, -.1, rim=.6)
            for i in range(2):
                lounger(m, x0 + a[0] + 3.0 + i * 1.2, yf - 2.6, 0, 0)
        else:
            d, cy = d + 1.8, cy - .9
            m.box("pave", x0, x0 + a[0] + .2, yf - 2.2, yf - .35, -.25, .03)
        for i in range(6):
            xx = -w / 2 + 1.2 + (w - 2.4) * i / 5
            if "pool" in am and x0 - 1 < xx < x0 + a[0] + 5:
                continue
            tree(m, xx, cy - d / 2 + 1.0, rng, rng.uniform(1.9, 2.4), -.1)
        for yy in np.linspace(cy - d / 2 + 3, -1.5, 4):
            if xx and R.type == "villa":
                tree(m, w / 2 - .9, yy, rng, rng.uniform(1.8, 2.3), -.1)
    # the ground the plan stands on
    ground = "lawn" if R.type in ("villa", "townhouse") else "plaster"
    a, b = w / 2, d / 2
    m.cbox("plinth", -a, a, cy - b, cy + b, -1.15, -.3, .12)
    m.box(ground, -a + .25, a - .25, cy - b + .25, cy + b - .25, -.32, -.2 if ground == "lawn" else -.28)
    m.box("green", -a + .08, a - .08, cy - b + .08, cy + b - .08, -1.42, -1.15)
    for x in (-a, a):
        for y in (cy - b, cy + b):
            m.fit += [(x, y, -1.42), (x, y, -.3), (x * .8, y * .8, CUT)]
    light = dict(HOURS["noon"])
    light["az"], light["el"], light["soft"], light["sky"] = az - math.radians(70), math.radians(48), .08, .46
    return m, az, el, light


# ---------------------------------------------------------------- hero
def share_tower(m, x, y, nx, ny, nz, s, gap, taken=.62, mine=None, z0=.5):
    """A building of share cubes: green ones are taken, pale ones free, one copper one is the reader's."""
    p = s + gap
    w, d = nx * p - gap, ny * p - gap
    rng = random.Random("shares")
    m.prism("lime", rect(w + 6, d + 6, x, y), 0, z0 - .1, .08)
    m.prism("pave", rect(w + 4, d + 4, x, y), .1, z0, .06)
    total, n = nx * ny * nz, 0
    for k in range(nz):
        for j in range(ny):
            for i in range(nx):
                n += 1
                if 0 < i < nx - 1 and 0 < j < ny - 1 and k < nz - 1:
                    continue
                cx, cy, cz = x - w / 2 + i * p, y - d / 2 + j * p, z0 + k * p
                me = (i, j, k) == mine
                mat = "copper" if me else rng.choice(["taken", "taken", "taken2"]) if n <= total * taken else "free"
                o = -s * .42 if me else 0
                m.cbox(mat, cx, cx + s, cy + o, cy + s + o, cz, cz + s, .11)
    q = s * .42
    m.box("corelight", x - w / 2 + q, x + w / 2 - q, y - d / 2 + q, y + d / 2 - q, z0, z0 + nz * p - gap - q)
    return z0 + nz * p


def hero():
    """A small waterfront city of several of the listings, with one building made of shares."""
    az, el = math.radians(25), math.radians(21)
    m = Model(az)
    R = load()
    r0 = R["LST-00861"]
    W, D = 122, 76
    S = Site(m, r0, W, D, "quay")
    s = S.shore
    m.fit = []
    for x in (-W / 2, W / 2):
        for y in (-D / 2, D / 2):
            m.fit += [(x, y, S.foot), (x, y, 0)]
    rng = random.Random("hero")

    def put(i, x, y, fn, **o):
        m.place(x, y)
        t = fn(m, R[i], o)
        m.place()
        m.fit += [(x - 6, y, t), (x + 6, y, t)]
        return t
    by = s + 7
    # front row on the quay
    put("LST-00861", -42, by + 11.5, b_terraced, w=30, d=22, nf=4, step=2.5, fac="louvre", unit=99, fo=O(bay=2.6))
    t = share_tower(m, -3.5, by + 12.5, 8, 7, 16, 2.36, .36, .64, (5, 0, 9))
    m.fit += [(-9, by + 12, t), (3, by + 12, t)]
    put("LST-00168", 41, by + 12.5, b_court, w=31, d=22, t=9, nf=2, fac="punched", fo=O(arch=True, bay=2.9, ww=.42, sill=.8), unit=99)
    # behind
    y2 = 23.5
    put("LST-00096", -46, y2 + 1, b_slabtower, plan=[(px * .84, py * .84) for px, py in CHAMF], nf=11, fac="fins", unit=(99,), pod=1.25, fo=O(bay=1.6), crown="frame")
    put("LST-01845", -20.5, y2 + 2, b_balcony_tower, plan=rounded(18.5, 16, 5.6, 7), nf=15, unit=(99,), bal=1.7, wave=3, amp=.85, phase=.42, pent=True, gl=1.6)
    put("LST-00199", 16, y2 + 2, b_slabtower, plan=rect(22, 15), nf=7, fac="mashrabiya", unit=(99,), pod=0, pv=True, plant=False, wind=((-5, 4.2),), fo=O(cell=.62))
    put("LST-01009", 44.5, y2 + 1, b_slabtower, plan=rect(20, 16), nf=13, fac="curtain", unit=(99,), steps=[(6, 0), (4, 3.4), (3, 3.2)], shift=1, pod=1.12, fo=O(bay=1.5))
    # streets, gardens, life on the quay
    road(m, -W / 2 + .2, W / 2 - .2, 7.2, 11.2)
    for x in (-23.5, 21.0):
        road(m, x - 2, x + 2, s + 4.6, 7.2)
    for i in range(9):
        car(m, -54 + i * 13 + rng.uniform(-2, 2), 8.2 if i % 2 else 10.2, 0, rng)
    for x0, x1 in ((-W / 2 + 1.2, -26.4), (23.6, W / 2 - 1.2)):
        m.box("lawn", x0, x1, s + 4.8, by - .6, 0, .15)
    for x0, x1 in ((-20.6, -17.2), (10.4, 18.2)):
        m.box("lawn", x0, x1, s + 5.2, 6.4, 0, .15)
    for _ in range(11):
        x, y = rng.uniform(11.2, 17.4), rng.uniform(s + 6, 5.6)
        (tree if rng.random() < .6 else palm)(m, x, y, rng, rng.uniform(4.0, 6), .1)
    plant_row(m, r0, -18.9, s + 6.5, -18.9, 5, 5, "tree", .1, 4.4, .3)
    plant_row(m, r0, -W / 2 + 3, s + 3.4, W / 2 - 3, s + 3.4, 17, "palm", .05, 7.0, .2)
    plant_row(m, r0, -W / 2 + 4, 6.6, -27, 6.6, 5, "tree", .0, 4.4, .2)
    plant_row(m, r0, -W / 2 + 4, 12.0, W / 2 - 4, 12.0, 16, "palm", .0, 6.2, .2)
    for i in range(13):
        lamp(m, -W / 2 + 6 + i * 9, s + 1.4, .08)
        lamp(m, -W / 2 + 8 + i * 9, 6.8, 0, 4.4)
    for _ in range(24):
        person(m, rng.uniform(-W / 2 + 4, W / 2 - 4), s + rng.uniform(1, 2.7), .08)
    for jx in (-30, 27):
        m.box("wood", jx - .9, jx + .9, s - 10.5, s - .1, -.35, -.15)
        for i in range(5):
            for xx in (jx - .85, jx + .85):
                m.cyl("rail", xx, s - .8 - i * 2.2, .13, -1.2, .3, 6)
        boat(m, jx + 3.2, s - 5, -.62, pi / 2 + .04, 1.15)
        boat(m, jx - 3.2, s - 7, -.62, pi / 2 - .05, 1.0)
    boat(m, 2, s - 10.5, -.62, .12, 1.5)
    light = dict(HOURS["morning"])
    light["az"], light["el"] = az - math.radians(60), math.radians(38)
    return m, az, el, light


# ---------------------------------------------------------------- the four trust cards
def base(m, w, d, h=1.4, mat="plinth", x=0, y=0):
    m.cbox(mat, x - w / 2, x + w / 2, y - d / 2, y + d / 2, -h, 0, .16)
    m.box("green", x - w / 2 + .1, x + w / 2 - .1, y - d / 2 + .1, y + d / 2 - .1, -h - .4, -h)
    for sx in (-1, 1):
        for sy in (-1, 1):
            m.fit += [(x + sx * w / 2, y + sy * d / 2, -h - .4), (x + sx * w / 2, y + sy * d / 2, 0)]


def star(m, mat, x, y, r, z0, z1):
    for k in (0, pi / 4):
        m.prism(mat, [(x + u, y + v) for u, v in rotated(rect(1.42 * r, 1.42 * r), k)], z0, z1 + (.004 if k else 0))


def still(name):
    R = load()
    az, el = math.radians(32), math.radians(26)
    if name == "company":                                  # one building, on its own plinth, apart from everything
        m = Model(az)
        r = R["LST-00199"]
        base(m, 34, 34, 2.4)
        m.prism("plaster", rect(31, 31), -.01, .12, .04)
        m.place(0, 0)
        r.am = set()
        t = b_slabtower(m, r, O(plan=rect(17, 14), nf=5, fac="mashrabiya", unit=(99,), pod=0, plant=True, fo=O(cell=.62)))
        m.place()
        rng = r.rng
        for x in (-12.5, 12.5):
            for y in (-11, -3.5, 4, 11.5):
                tree(m, x, y, rng, 4.2, .1)
        for x in (-6.5, 0, 6.5):
            palm(m, x, -12.5, rng, 5.6, .1)
        m.box("pave", -2, 2, -15.3, -8, .05, .18)
        m.fit += [(-7, -6, t), (7, 6, t)]
    elif name == "ledger":                                 # two equal stacks on a level beam
        m = Model(az)
        az, el = math.radians(9), math.radians(17)        # nearly from the front, so that level looks level
        m.view = (sin(az), -cos(az))
        base(m, 34, 17, 1.8)
        m.prism("green", [(-1.9, -2.6), (1.9, -2.6), (1.9, 2.6), (-1.9, 2.6)], 0, .4)
        V = [(-1.7, -2.4, .4), (1.7, -2.4, .4), (1.7, 2.4, .4), (-1.7, 2.4, .4), (-.12, -2.4, 3.0), (.12, -2.4, 3.0), (.12, 2.4, 3.0), (-.12, 2.4, 3.0)]
        m.add("green", V, [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)])
        m.cbox("lime", -13.5, 13.5, -2.8, 2.8, 3.0, 3.6, .1)
        for sx in (-1, 1):
            z = 3.6
            for k in range(7):
                mat = ("plaster", "sand", "plaster", "lime", "plaster", "sand", "plaster")[k] if sx < 0 else ("taken", "leaf2", "taken", "leaf", "taken", "leaf2", "taken")[k]
                w = 2.55
                m.cbox(mat, sx * 9 - w, sx * 9 + w, -w * .86, w * .86, z, z + 1.36, .1)
                z += 1.42
        for k in range(7):                                 # a fine rule between them: the same count, line by line
            m.box("rail", -6.2, 6.2, -.03, .03, 3.6 + 1.42 * k + .66, 3.6 + 1.42 * k + .71)
        m.fit += [(-11, 0, 13.6), (11, 0, 13.6)]
    elif name == "shares":                                 # every share in its place, the tray is full
        m = Model(az)
        el = math.radians(38)
        base(m, 30, 30, 1.6)
        m.cbox("lime", -13, 13, -13, 13, 0, .5, .08)
        for a, b, c, d in ((-13, 13, -13, -12.2), (-13, 13, 12.2, 13), (-13, -12.2, -12.2, 12.2), (12.2, 13, -12.2, 12.2)):
            m.cbox("plaster", a, b, c, d, .3, 2.1 + (.01 if b - a < 2 else 0), .08)
        n, s, g = 8, 2.7, .28
        p = s + g
        rng = random.Random("tray")
        for i in range(n):
            for j in range(n):
                x, y = -n * p / 2 + g / 2 + i * p, -n * p / 2 + g / 2 + j * p
                m.cbox(rng.choice(["taken", "taken", "taken", "leaf3"]), x, x + s, y, y + s, .5, .5 + s + rng.choice([0, 0, .0]), .16)
        m.fit += [(-12, -12, 3.2), (12, 12, 3.2)]
    else:                                                  # a row of stamped tiles, one step after another
        m = Model(az)
        az, el = math.radians(22), math.radians(37)
        base(m, 41, 17.4, 1.6, y=-1)
        for k in range(5):
            x = -16 + 8 * k
            h = .9 + .55 * k
            m.cbox("plaster" if k < 4 else "taken", x - 3.1, x + 3.1, -2.6, 3.6, 0, h, .14)
            if k < 4:
                star(m, "lime", x, .5, 2.1, h - .05, h + .12)
                F = (x, .5, 1., 0., 0., 1.)
                for (a, b), (c, d) in (((-.85, .05), (-.2, -.65)), ((-.2, -.65), (1.0, .75))):
                    L = math.hypot(c - a, d - b)
                    G = (x + a, .5 + b, (c - a) / L, (d - b) / L, -(d - b) / L, (c - a) / L)
                    m.fbox(G, "green", -.1, L + .1, -.17, .17, h + .1, h + .3 + (.01 if a < -.5 else 0))
            else:
                star(m, "white", x, .5, 2.1, h - .05, h + .14)
            if k < 4:
                m.box("green", x + 3.1, x + 4.9, .3, .7, .0, .22)
        # the stamp
        m.cbox("wood", 6.2, 9.4, -7.2, -4.0, 0, 1.1, .12)
        m.cyl("wood", 7.8, -5.6, .55, 1.1, 2.6, 20, .42)
        V, T = ico()
        m.add("wood", V * .82 + np.array([7.8, -5.6, 3.1]), (), T)
        m.cbox("lime", -10, -3, -7.4, -4.4, 0, .22, .06)
        for i in range(4):
            m.box("rail", -9.4, -4.2 - .7 * (i % 2), -6.9 + i * .55, -6.82 + i * .55, .2, .24)
        m.fit += [(16, 3, 3.6), (-16, 3, 2)]
    light = dict(HOURS["noon"])
    light["az"], light["el"], light["soft"] = az - math.radians(62), math.radians(42), .09
    return m, az, el, light


def picture(name, scene, res, night, lo=50, hi=110, fill=(.88, .85), up=0., focus=3.2):
    """Render a scene to <name>-day and <name>-night, or, with night="also", to <name> and <name>-night."""
    day, ngt = (name if night == "also" else name + "-day"), name + "-night"
    have = lambda n: os.path.exists(os.path.join(OUT, n + ".webp"))
    if have(day) and have(ngt):
        return
    t = time.time()
    m, az, el, light = scene
    if night == "also":
        light["key"] = 5.0
    res = (int(res[0] * SCALE), int(res[1] * SCALE))
    B = render(m, name, az, el, res, False, light, SPP, fill, up)
    if not have(day):
        q = save(finish_day(B, light, focus), day, lo, hi)
        print("DONE %s %.0fs q%d %dK" % (day, time.time() - t, *q), flush=True)
    if not have(ngt):
        t = time.time()
        N = render(m, name, az, el, (res[0] // 2, res[1] // 2), True, light, NSPP, fill, up)
        q = save(finish_night(B, N, light, focus), ngt, lo, hi)
        print("DONE %s %.0fs q%d %dK" % (ngt, time.time() - t, *q), flush=True)


# ---------------------------------------------------------------- main
def do_listing(R, what):
    n = R.id
    todo = [k for k in ("day", "night") if k in what and not os.path.exists(os.path.join(OUT, "%s-%s.webp" % (n, k)))]
    if not todo:
        return
    t0 = time.time()
    m, az, el, light = compose(R)
    t1 = time.time()
    res = (int(1280 * SCALE), int(960 * SCALE))
    B = render(m, n, az, el, res, False, light, SPP)
    t2 = time.time()
    if "day" in todo:
        img = finish_day(B, light)
        q = save(img, n + "-day")
        print("DONE %s day scene %.0fs render %.0fs finish %.0fs q%d %dK" % (n, t1 - t0, t2 - t1, time.time() - t2, *q), flush=True)
    if "night" in todo:
        t3 = time.time()
        N = render(m, n, az, el, (res[0] // 2, res[1] // 2), True, light, NSPP)
        img = finish_night(B, N, light)
        q = save(img, n + "-night")
        print("DONE %s night %.0fs q%d %dK" % (n, time.time() - t3, *q), flush=True)


NSPP = int(os.environ.get("HISSA_NSPP", "16"))


def plan_names(R):
    """Listing id to plan. One plan for each type and number of bedrooms, taken from the lowest id; a listing with
    other bathrooms, or with or without a balcony or pool, gets a variant, so that no plan shows what is not listed."""
    seen, out = {}, {}
    for i in sorted(R):
        r = R[i]
        k = "plan-%s-%d" % (r.type, r.beds)
        thing = "pool" if r.type in ("villa", "townhouse") else "balcony"
        me = (r.baths, thing in r.am)
        first = seen.setdefault(k, me)
        if r.baths != first[0]:
            k += "-%dbath" % r.baths
        if me[1] != first[1]:
            k += "-" + thing if me[1] else "-no" + thing
        out[i] = k
    return out


def main(argv):
    what = [a for a in argv if not a.startswith("LST")]
    ids = [a for a in argv if a.startswith("LST")]
    R = load()
    for i in sorted(R):
        if (not ids or i in ids) and ("day" in what or "night" in what):
            do_listing(R[i], what)
    if "hero" in what:
        picture("hero", hero(), (1920, 1200), True, 90, 260, fill=(.95, .92))
    if "plans" in what:
        which = plan_names(R)
        with open(os.path.join(OUT, "plans.json"), "w") as f:
            json.dump({i: n + ".webp" for i, n in sorted(which.items())}, f, indent=1)
        made = set()
        for i in sorted(R):
            k = which[i]
            if k not in made and (not ids or i in ids):
                made.add(k)
                picture(k, plan_scene(R[i]), (1280, 960), "also", fill=(.9, .86), focus=1.6)
    if "protect" in what:
        for n in ("company", "ledger", "shares", "review"):
            picture("protect-" + n, still(n), (960, 720), "also", 30, 80, fill=(.84, .76))


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
