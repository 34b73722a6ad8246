"""Shared helpers for the hero scenes: mesh builder, rigging parts, materials, sky, camera, render.
Run inside Debian's Blender 3.4 (Cycles, CPU). Units are metres, Z is up."""
import bpy, math, random, sys, os
from mathutils import Vector as V, Matrix, noise
X, Y, Z = V((1, 0, 0)), V((0, 1, 0)), V((0, 0, 1))
pi = math.pi


# ------------------------------------------------------------------ mesh builder
class MB:
    """Collects geometry in several materials and makes one object of it."""
    def __init__(s, name='mb'):
        s.name, s.v, s.f, s.mi, s.sm, s.mats, s.cur = name, [], [], [], [], [], 0
        s.M = Matrix()

    def mat(s, m):
        if m not in s.mats: s.mats.append(m)
        s.cur = s.mats.index(m)
        return s

    def add(s, vs, fs, smooth=False):
        o = len(s.v)
        s.v += [tuple(s.M @ V(p)) for p in vs]
        s.f += [tuple(o + i for i in f) for f in fs]
        s.mi += [s.cur] * len(fs)
        s.sm += [smooth] * len(fs)

    def box(s, c, size, R=None):
        c, (a, b, d) = V(c), [k / 2 for k in size]
        vs = [V((x, y, z)) for z in (-d, d) for y in (-b, b) for x in (-a, a)]
        vs = [(R @ p if R else p) + c for p in vs]
        s.add(vs, [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)])

    def frame(s, a, b, up=Z):
        d = (V(b) - V(a)).normalized()
        u = V(up)
        if abs(d.dot(u)) > .98: u = X if abs(d.dot(X)) < .9 else Y
        x = u.cross(d).normalized()
        return d, x, d.cross(x).normalized()

    def beam(s, a, b, w, h=None, up=Z):
        a, b, h = V(a), V(b), h or w
        d, x, y = s.frame(a, b, up)
        vs = [p + x * i * w / 2 + y * j * h / 2 for p in (a, b) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        s.add(vs, [(0, 3, 2, 1), (4, 5, 6, 7)] + [(i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i) for i in range(4)])

    def ibeam(s, a, b, w, h, t=.03, up=Z):
        a, b = V(a), V(b)
        d, x, y = s.frame(a, b, up)
        s.beam(a + y * h / 2, b + y * h / 2, w, t, up)
        s.beam(a - y * h / 2, b - y * h / 2, w, t, up)
        s.beam(a, b, t, h, up)

    def tube(s, a, b, r, r2=None, n=8, caps=True):
        s.sweep([V(a), V(b)], [r, r if r2 is None else r2], n, caps=caps)

    def sweep(s, pts, r, n=8, closed=False, caps=True, sect=None, up=Z):
        """Tube along pts. r: number or list. sect: list of (x,y) instead of a circle."""
        pts = [V(p) for p in pts]
        N = len(pts)
        R = r if isinstance(r, (list, tuple)) else [r] * N
        sect = sect or [(math.cos(2 * pi * k / n), math.sin(2 * pi * k / n)) for k in range(n)]
        n = len(sect)
        tan = []
        for i in range(N):
            p, q = pts[i - 1] if (i or closed) else pts[0], pts[(i + 1) % N] if (i < N - 1 or closed) else pts[-1]
            tan.append((q - p).normalized())
        u = V(up)
        if abs(tan[0].dot(u)) > .95: u = X if abs(tan[0].dot(X)) < .9 else Y
        x = (u - tan[0] * u.dot(tan[0])).normalized()
        vs = []
        for i in range(N):
            if i:
                q = tan[i - 1].rotation_difference(tan[i])
                x = q @ x
            y = tan[i].cross(x)
            vs += [pts[i] + (x * a + y * b) * R[i] for a, b in sect]
        fs = [(i * n + k, i * n + (k + 1) % n, ((i + 1) % N) * n + (k + 1) % n, ((i + 1) % N) * n + k)
              for i in range(N if closed else N - 1) for k in range(n)]
        if caps and not closed:
            o = len(vs)
            s.add(vs, fs, True)
            s.add(vs[:n], [tuple(range(n))[::-1]])
            s.add(vs[-n:], [tuple(range(n))])
        else:
            s.add(vs, fs, True)

    def lathe(s, prof, c=(0, 0, 0), axis=Z, n=32, smooth=True):
        """prof: list of (radius, height along axis)."""
        c, ax = V(c), V(axis).normalized()
        x = ax.orthogonal().normalized(); y = ax.cross(x)
        vs = [c + ax * h + (x * math.cos(2 * pi * k / n) + y * math.sin(2 * pi * k / n)) * r for r, h in prof for k in range(n)]
        fs = [(i * n + k, i * n + (k + 1) % n, (i + 1) * n + (k + 1) % n, (i + 1) * n + k) for i in range(len(prof) - 1) for k in range(n)]
        s.add(vs, fs, smooth)

    def cyl(s, a, b, r, n=24): s.tube(a, b, r, n=n)

    def sphere(s, c, r, n=16, sc=(1, 1, 1), half=False):
        m = n // 2
        lat = [(-pi / 2 if not half else 0) + (pi if not half else pi / 2) * i / m for i in range(m + 1)]
        vs = [V(c) + V((math.cos(t) * math.cos(2 * pi * k / n) * sc[0], math.cos(t) * math.sin(2 * pi * k / n) * sc[1], math.sin(t) * sc[2])) * r for t in lat for k in range(n)]
        s.add(vs, [(i * n + k, i * n + (k + 1) % n, (i + 1) * n + (k + 1) % n, (i + 1) * n + k) for i in range(m) for k in range(n)], True)

    def prism(s, poly, o, x, y, t):
        """Polygon (2D list) in the plane o,x,y, extruded by t, centred on the plane."""
        o, x, y = V(o), V(x).normalized(), V(y).normalized()
        w = x.cross(y) * t / 2
        n = len(poly)
        vs = [o + x * a + y * b - w for a, b in poly] + [o + x * a + y * b + w for a, b in poly]
        s.add(vs, [tuple(range(n))[::-1], tuple(range(n, 2 * n))] + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)])

    def rail(s, pts, h=1.1, step=1.5, r=.025):
        """Handrail along a polyline: posts, top and mid rail."""
        for a, b in zip(pts, pts[1:]):
            a, b = V(a), V(b)
            for k in (.5, 1): s.tube(a + Z * h * k, b + Z * h * k, r, n=5, caps=False)
            n = max(1, int((b - a).length / step))
            for i in range(n + 1):
                p = a.lerp(b, i / n)
                s.tube(p, p + Z * h, r, n=5, caps=False)

    def build(s, bevel=0, loc=None):
        me = bpy.data.meshes.new(s.name)
        me.from_pydata(s.v, [], s.f)
        for m in s.mats: me.materials.append(m)
        me.polygons.foreach_set('material_index', s.mi)
        me.polygons.foreach_set('use_smooth', s.sm)
        me.use_auto_smooth, me.auto_smooth_angle = True, math.radians(40)
        me.update()
        ob = bpy.data.objects.new(s.name, me)
        bpy.context.collection.objects.link(ob)
        if bevel:
            b = ob.modifiers.new('b', 'BEVEL'); b.width, b.segments, b.limit_method = bevel, 2, 'ANGLE'
            b.harden_normals = True
        if loc: ob.location = loc
        return ob


# ------------------------------------------------------------------ materials
HAZE = dict(k=0, color=(.8, .6, .4), sun_color=(1, .6, .25), sun=V((0, 1, .1)), fall=0., power=6)


class N:
    """Tiny wrapper for building node trees."""
    def __init__(s, tree): s.t = tree

    def __call__(s, kind, **kw):
        n = s.t.nodes.new(kind)
        for k, v in kw.items():
            if k.startswith('in_') or k.startswith('i'):
                key = k[3:].replace('_', ' ') if k.startswith('in_') else int(k[1:])
                sock = n.inputs[key]
                if hasattr(v, 'is_output'): s.t.links.new(v, sock)
                else: sock.default_value = v
            else: setattr(n, k, v)
        return n

    def math(s, op, a, b=0., clamp=False):
        n = s('ShaderNodeMath', operation=op, i0=a, i1=b); n.use_clamp = clamp
        return n.outputs[0]

    def vmath(s, op, a, b=(0, 0, 0), out=0): return s('ShaderNodeVectorMath', operation=op, i0=a, i1=b).outputs[out]

    def mix(s, fac, a, b, mode='MIX'):
        return s('ShaderNodeMixRGB', blend_type=mode, i0=fac, i1=a, i2=b).outputs[0]

    def ramp(s, fac, stops, interp='LINEAR'):
        n = s('ShaderNodeValToRGB', i0=fac)
        cr = n.color_ramp; cr.interpolation = interp
        while len(cr.elements) < len(stops): cr.elements.new(.5)
        for e, (p, c) in zip(cr.elements, stops):
            e.position = p
            e.color = (*c, 1) if isinstance(c, (tuple, list)) else (c, c, c, 1)
        return n.outputs[0]

    def noise(s, vec, scale, detail=4, rough=.55, dist=0):
        return s('ShaderNodeTexNoise', in_Vector=vec, in_Scale=scale, in_Detail=detail, in_Roughness=rough, in_Distortion=dist).outputs[0]


def haze_out(n, shader):
    """Analytic aerial perspective for camera rays: noise free and anti-aliased."""
    t = n.t
    out = n('ShaderNodeOutputMaterial')
    if not HAZE['k']:
        t.links.new(shader, out.inputs[0]); return
    lp, geo, cam = n('ShaderNodeLightPath'), n('ShaderNodeNewGeometry'), n('ShaderNodeCameraData')
    z = n('ShaderNodeSeparateXYZ', i0=geo.outputs['Position']).outputs[2]
    dens = n.math('EXPONENT', n.math('MULTIPLY', n.math('MAXIMUM', z, 0.), -HAZE['fall']))
    tau = n.math('MULTIPLY', n.math('MULTIPLY', cam.outputs['View Distance'], -HAZE['k']), dens)
    f = n.math('SUBTRACT', 1., n.math('EXPONENT', tau))
    f = n.math('MULTIPLY', f, lp.outputs['Is Camera Ray'])
    d = n.vmath('DOT_PRODUCT', geo.outputs['Incoming'], tuple(-HAZE['sun'].normalized()), 1)
    g = n.math('POWER', n.math('MAXIMUM', d, 0.), HAZE['power'])
    col = n.mix(g, (*HAZE['color'], 1), (*HAZE['sun_color'], 1))
    em = n('ShaderNodeEmission', i0=col)
    mx = n('ShaderNodeMixShader', i0=f, i1=shader, i2=em.outputs[0])
    t.links.new(mx.outputs[0], out.inputs[0])


def mat(name, color, rough=.5, metal=0., dirt=.25, scale=.6, bump=0., bscale=20, emit=None, wear=0., coat=0., dirt_color=(.09, .07, .05), spec=.5, streak=0.):
    """Principled material with procedural dirt, rain streaks, edge wear, bump and the scene haze."""
    m = bpy.data.materials.new(name); m.use_nodes = True
    t = m.node_tree; t.nodes.clear(); n = N(t)
    if emit:
        m.cycles.sample_as_light = False      # hundreds of lamps: seen by camera and reflections only; real lights are separate
        lp = n('ShaderNodeLightPath')
        st = n.math('MULTIPLY', n.math('MAXIMUM', lp.outputs['Is Camera Ray'], lp.outputs['Is Glossy Ray']), emit)
        e = n('ShaderNodeEmission', i0=(*color, 1), i1=st)
        haze_out(n, e.outputs[0]); return m
    tc = n('ShaderNodeTexCoord').outputs['Object']
    base = (*color, 1)
    rgh = rough
    if dirt:
        a = n.noise(tc, scale, 6, .62)
        f = n.ramp(a, [(.42, 0.), (.72, 1.)])
        f = n.math('MULTIPLY', f, dirt)
        base = n.mix(f, base, (*dirt_color, 1))
        rgh = n.math('ADD', rough, n.math('MULTIPLY', f, .35), True)
    if streak:
        sv = n.vmath('MULTIPLY', tc, (3., 3., .12))
        f = n.math('MULTIPLY', n.ramp(n.noise(sv, 1.3, 5, .6), [(.52, 0.), (.75, 1.)]), streak)
        base = n.mix(f, base, (.11, .055, .025, 1))
    if wear:
        bv = n('ShaderNodeBevel', samples=4); bv.inputs[0].default_value = wear
        geo = n('ShaderNodeNewGeometry')
        d = n.vmath('DOT_PRODUCT', bv.outputs[0], geo.outputs['Normal'], 1)
        e = n.math('ADD', n.math('SUBTRACT', 1., d), n.math('MULTIPLY', n.math('SUBTRACT', n.noise(tc, scale * 14, 6, .7), .55), .35))
        f = n.ramp(e, [(.04, 0.), (.10, 1.)])
        base = n.mix(f, base, (.16, .13, .11, 1))
        metal = n.math('MAXIMUM', n.math('MULTIPLY', f, .8), metal)
    p = n('ShaderNodeBsdfPrincipled', in_Roughness=rgh, in_Metallic=metal, in_Clearcoat=coat, in_Specular=spec)
    if hasattr(base, 'is_output'): t.links.new(base, p.inputs[0])
    else: p.inputs[0].default_value = base
    if bump:
        b = n('ShaderNodeBump', in_Strength=bump, in_Distance=.02, in_Height=n.noise(tc, bscale, 5, .6))
        t.links.new(b.outputs[0], p.inputs['Normal'])
    haze_out(n, p.outputs[0])
    return m


def random_paint(name, colors, rough=.5, streak=.35):
    """One material whose colour is chosen per object (containers)."""
    m = bpy.data.materials.new(name); m.use_nodes = True
    t = m.node_tree; t.nodes.clear(); n = N(t)
    r = n('ShaderNodeObjectInfo').outputs['Random']
    k = len(colors)
    base = n.ramp(r, [(i / k, c) for i, c in enumerate(colors)], 'CONSTANT')
    tc = n('ShaderNodeTexCoord').outputs['Object']
    off = n.vmath('ADD', tc, n('ShaderNodeCombineXYZ', i0=n.math('MULTIPLY', r, 90.)).outputs[0])
    base = n.mix(n.math('MULTIPLY', n.noise(off, .35, 5), .35), base, (.12, .09, .07, 1))
    f = n.math('MULTIPLY', n.ramp(n.noise(n.vmath('MULTIPLY', off, (2.5, 2.5, .15)), 1., 5, .6), [(.52, 0.), (.72, 1.)]), streak)
    base = n.mix(f, base, (.10, .05, .025, 1))
    p = n('ShaderNodeBsdfPrincipled', in_Roughness=rough); t.links.new(base, p.inputs[0])
    haze_out(n, p.outputs[0])
    return m


# ------------------------------------------------------------------ parts
def lattice(mb, a, b, w, h, bay, rc, rl, side, t_in=0, t_out=0, w_in=.5, w_out=.5, n=8, frames=0):
    """Four-chord lattice boom from a to b; tapers over t_in / t_out metres to w_in / w_out of the width."""
    a, b = V(a), V(b)
    L = (b - a).length; d = (b - a) / L
    s = (V(side) - d * V(side).dot(d)).normalized(); q = d.cross(s)
    def scale(t):
        if t_in and t < t_in: return w_in + (1 - w_in) * t / t_in
        if t_out and t > L - t_out: return w_out + (1 - w_out) * (L - t) / t_out
        return 1.
    def corner(t, i):
        k = scale(t); sx, sy = ((-1, -1), (1, -1), (1, 1), (-1, 1))[i]
        return a + d * t + s * (sx * w / 2 * k) + q * (sy * h / 2 * k)
    nb = max(2, round(L / bay)); ts = [L * i / nb for i in range(nb + 1)]
    keys = sorted({0., L} | ({t_in} if t_in else set()) | ({L - t_out} if t_out else set()))
    for i in range(4):
        for t0, t1 in zip(keys, keys[1:]): mb.tube(corner(t0, i), corner(t1, i), rc, n=n)
    for j, (t0, t1) in enumerate(zip(ts, ts[1:])):
        for i in range(4):
            k = (i + 1) % 4
            p, r = (i, k) if j % 2 else (k, i)
            mb.tube(corner(t0, p), corner(t1, r), rl, n=6, caps=False)
        if frames and j % frames == 0:
            for i in range(4): mb.tube(corner(t0, i), corner(t0, (i + 1) % 4), rl, n=6, caps=False)
    return corner


def tri_leg(mb, base, H, w, bay, rc, rl):
    """Triangular jack-up leg, vertical, X-braced, with racks on the chords."""
    base = V(base)
    c = [base + V((math.cos(t), math.sin(t), 0)) * w / math.sqrt(3) for t in (pi / 2, pi / 2 + 2 * pi / 3, pi / 2 + 4 * pi / 3)]
    for p in c:
        mb.tube(p, p + Z * H, rc, n=10)
        o = (p - base).normalized() * rc
        mb.beam(p - o * 1.5, p - o * 1.5 + Z * H, .15, .5)
    nb = int(H / bay)
    for j in range(nb):
        z0, z1 = Z * j * bay, Z * (j + 1) * bay
        for i in range(3):
            a, b = c[i], c[(i + 1) % 3]
            mb.tube(a + z0, b + z0, rl, n=6, caps=False)
            m = (a + b) / 2
            mb.tube(a + z0, m + z1, rl, n=6, caps=False); mb.tube(b + z0, m + z1, rl, n=6, caps=False)


def rope(mb, pts, r, lay=None, strands=6, seg=None, closed=False):
    """Real stranded wire rope along a polyline: strands wound round a core."""
    pts = [V(p) for p in pts]
    lay = lay or r * 12
    seg = seg or lay / 14
    P = [pts[0]]
    loop = pts + [pts[0]] if closed else pts
    for a, b in zip(loop, loop[1:]):
        k = max(1, int((b - a).length / seg))
        P += [a.lerp(b, i / k) for i in range(1, k + 1)]
    if closed: P.pop()
    tan = [((P[min(i + 1, len(P) - 1)]) - P[max(i - 1, 0)]).normalized() for i in range(len(P))]
    x = tan[0].orthogonal().normalized()
    lines = [[] for _ in range(strands)]
    L = 0
    for i, p in enumerate(P):
        if i:
            x = tan[i - 1].rotation_difference(tan[i]) @ x
            L += (p - P[i - 1]).length
        y = tan[i].cross(x)
        for k in range(strands):
            a = 2 * pi * (k / strands + L / lay)
            lines[k].append(p + (x * math.cos(a) + y * math.sin(a)) * r * .64)
    for l in lines: mb.sweep(l, r * .37, 7, caps=True)
    mb.sweep(P, r * .5, 6)


def catenary(a, b, sag, n=16):
    a, b = V(a), V(b)
    return [a.lerp(b, i / n) - Z * sag * 4 * (i / n) * (1 - i / n) for i in range(n + 1)]


def arc(c, x, y, r, t0, t1, n=24):
    return [V(c) + V(x) * r * math.cos(t0 + (t1 - t0) * i / n) + V(y) * r * math.sin(t0 + (t1 - t0) * i / n) for i in range(n + 1)]


def container_mesh(mats, L=6.06, w=2.44, h=2.59):
    """ISO container with real corrugation; returns an object to be instanced. Length runs along X."""
    mb = MB('container'); mb.mat(mats[0])
    def corr(o, u, n_, length, height, pitch=.28, depth=.04):
        k = int(length / pitch); st = length / k
        prof = []
        for i in range(k):
            prof += [(i * st, 0), (i * st + st * .25, 0), (i * st + st * .45, depth), (i * st + st * .8, depth)]
        prof.append((length, 0))
        vs = [V(o) + V(u) * p - V(n_) * q + Z * zz for zz in (0, height) for p, q in prof]
        m = len(prof)
        mb.add(vs, [(i, i + 1, m + i + 1, m + i) for i in range(m - 1)])
    a, b = L / 2, w / 2
    corr((-a + .1, -b, .15), X, -Y, L - .2, h - .27); corr((a - .1, b, .15), -X, Y, L - .2, h - .27)
    corr((-a, b - .1, .15), -Y, -X, w - .2, h - .27)
    mb.box((0, 0, h - .04), (L - .1, w - .1, .03)); mb.box((0, 0, .1), (L - .1, w - .1, .1))
    for y in (-b + .06, b - .06):
        for z in (.08, h - .06): mb.beam((-a, y, z), (a, y, z), .12, .14)
    for x in (-a + .06, a - .06):
        for z in (.08, h - .06): mb.beam((x, -b, z), (x, b, z), .14, .12)
        for y in (-b + .07, b - .07): mb.box((x, y, h / 2), (.14, .14, h))
    mb.box((a - .03, 0, h / 2), (.03, w - .24, h - .3))
    mb.mat(mats[1])
    for y in (-.75, -.4, .4, .75): mb.tube((a + .03, y, .2), (a + .03, y, h - .15), .025, n=6)
    for x in (-a + .08, a - .08):
        for y in (-b + .08, b - .08):
            for z in (.07, h - .05): mb.box((x, y, z), (.19, .18, .13))
    return mb


def instance(ob, loc, rz=0, s=1):
    o = ob.copy(); o.location, o.rotation_euler, o.scale = loc, (0, 0, rz), (s, s, s)
    bpy.context.collection.objects.link(o); return o


def person(mb, loc, rz, M, arms=((-.25, .1), (-.25, .1)), scale=1.):
    """Rigger in hi-vis and hard hat, meant for the middle distance. arms: (raise, forward) for left and right, 0..1."""
    old = mb.M.copy()
    mb.M = old @ Matrix.Translation(loc) @ Matrix.Rotation(rz, 4, 'Z') @ Matrix.Scale(scale, 4)
    mb.mat(M['trouser'])
    for sx in (-1, 1):
        mb.sweep([(sx * .10, -.02 * sx, .06), (sx * .11, .02, .48), (sx * .10, 0, .9)], [.065, .075, .105], 10)
        mb.mat(M['boot']); mb.sphere((sx * .10, .05, .06), .1, 10, (.75, 1.45, .65)); mb.mat(M['trouser'])
    mb.mat(M['vest'])
    mb.sweep([(0, 0, .86), (0, 0, 1.0), (0, .01, 1.2), (0, 0, 1.38), (0, 0, 1.47)], [.15, .165, .185, .18, .08], 14, sect=[(math.sin(2 * pi * k / 14) * .72, math.cos(2 * pi * k / 14) * 1.12) for k in range(14)], up=Y)
    for i, sx in enumerate((-1, 1)):
        up, fw = arms[i]
        sh = V((sx * .21, 0, 1.40))
        a1 = -pi / 2 + (up + .25) * pi * .8
        dirv = V((sx * math.cos(a1) * (1 - fw * .7), math.cos(a1) * fw + fw * .2, math.sin(a1))).normalized()
        el = sh + dirv * .29
        d2 = (dirv + V((-sx * .25, fw * .8, .25))).normalized()
        mb.sweep([sh, el, el + d2 * .26], [.065, .052, .04], 8)
        mb.mat(M['skin']); mb.sphere(el + d2 * .31, .05, 8); mb.mat(M['vest'])
    mb.mat(M['band'])
    for z in (1.02, 1.2): mb.sweep([(0, 0.005, z), (0, .005, z + .045)], .187, 14, caps=False, sect=[(math.sin(2 * pi * k / 14) * .74, math.cos(2 * pi * k / 14) * 1.13) for k in range(14)], up=Y)
    mb.mat(M['skin']); mb.tube((0, 0, 1.44), (0, .01, 1.56), .055); mb.sphere((0, .02, 1.63), .105, 12, (.85, .95, 1.15))
    mb.mat(M['hat']); mb.sphere((0, .01, 1.67), .128, 14, (.95, 1.1, .85), True); mb.lathe([(.0, 0), (.15, 0), (.15, .015), (.0, .015)], (0, .035, 1.665), Z, 16)
    mb.M = old


def people_mats():
    return dict(trouser=mat('trouser', (.02, .03, .06), .9, dirt=.2), boot=mat('boot', (.02, .015, .01), .8, dirt=0), vest=mat('vest', (1., .22, .02), .8, dirt=.1),
                band=mat('band', (.8, .82, .8), .3, dirt=0), skin=mat('skin', (.16, .08, .045), .6, dirt=0), hat=mat('hat', (.9, .9, .88), .35, dirt=0))


def crawler_crane(M, boom_len=54, angle=70, mb=None, hoist=None, colour='amber', boom_w=2.1):
    """Lattice-boom crawler. Boom points along +X. Returns builder, boom tip (in its own space)."""
    mb = mb or MB('crane')
    # tracks
    L, r, gw = 4.1, .68, 1.15
    for sy in (-2.9, 2.9):
        mb.mat(M['dark']); mb.box((0, sy, .72), (8.0, .7, .75))
        path = [(-L + 2 * L * i / 18, -1) for i in range(19)]
        loop = [V((x, sy, .06)) for x, _ in path] + arc((L, sy, r + .06), -Z, X, r, 0, pi, 8)[1:-1] + [V((-x, sy, 2 * r + .06)) for x, _ in path] + arc((-L, sy, r + .06), Z, -X, r, 0, pi, 8)[1:-1]
        mb.mat(M['track'])
        per = len(loop); dense = []
        for i in range(per):
            a, b = loop[i], loop[(i + 1) % per]; k = max(1, round((b - a).length / .3))
            dense += [(a.lerp(b, j / k), (b - a).normalized()) for j in range(k)]
        for p, d in dense: mb.beam(p - d * .11, p + d * .11, .12, gw, up=Y)
        mb.mat(M['steel'])
        for i in range(9): mb.cyl((-3.4 + i * .85, sy - .5, .36), (-3.4 + i * .85, sy + .5, .36), .27, 14)
        for x in (-L, L): mb.cyl((x, sy - .52, r + .06), (x, sy + .52, r + .06), .52, 18)
    mb.mat(M[colour]); mb.box((0, 0, .95), (3.4, 5.4, .8)); mb.mat(M['dark']); mb.cyl((0, 0, 1.3), (0, 0, 1.75), 1.6, 32)
    # upper works
    mb.mat(M[colour]); mb.box((-1.2, 0, 1.95), (9.2, 3.0, .42))
    mb.box((-1.9, 1.05, 3.05), (6.0, .95, 1.8)); mb.box((-1.9, -1.05, 3.05), (6.0, .95, 1.8))
    mb.mat(M['dark'])
    for sy in (-1.54, 1.54):
        for i in range(5): mb.box((-4.2 + i * 1.15, sy, 3.1), (.85, .03, 1.3))
    mb.mat(M['steel'])
    for x in (.2, -1.8, -3.6):
        mb.cyl((x, -.55, 2.9), (x, .55, 2.9), .55, 24)
        for y in (-.57, .57): mb.cyl((x, y - .03, 2.9), (x, y + .03, 2.9), .75, 24)
    mb.mat(M['dark'])
    for i in range(7): mb.box((-6.0, 0, 1.9 + i * .42), (1.9, 4.6 if i > 1 else 3.6, .39))
    mb.mat(M[colour]); mb.box((-6.0, 0, 4.9), (.5, 4.2, .12))
    # cab
    mb.mat(M[colour]); mb.box((2.6, 1.95, 2.05), (2.3, 1.1, .2)); mb.box((1.75, 1.95, 3.0), (.6, 1.1, 1.8)); mb.box((2.5, 1.95, 3.95), (2.2, 1.15, .1))
    for x, y in ((3.55, 1.43), (3.55, 2.47), (2.6, 2.47), (2.6, 1.43)): mb.beam((x, y, 2.1), (x - .08, y, 3.92), .07)
    mb.mat(M['glass']); mb.box((2.75, 1.95, 3.02), (1.55, .98, 1.7))
    mb.mat(M['rail']); mb.rail([(-4.8, 1.5, 3.95), (1, 1.5, 3.95)]); mb.rail([(-4.8, -1.5, 3.95), (1, -1.5, 3.95)])
    # boom
    foot = V((1.9, 0, 2.5)); ang = math.radians(angle)
    d = V((math.cos(ang), 0, math.sin(ang))); tip = foot + d * boom_len
    mb.mat(M['boom']); lattice(mb, foot, tip, boom_w, boom_w, boom_w * .95, .1, .045, Y, 6, 5, .35, .4, frames=5)
    up = V((-math.sin(ang), 0, math.cos(ang)))
    for k in (.18, .36, .54, .72, .88):                       # section joints
        p = foot + d * boom_len * k
        for sy in (-1, 1):
            for q in (-1, 1): mb.beam(p + Y * sy * boom_w / 2 + up * q * boom_w / 2 - d * .3, p + Y * sy * boom_w / 2 + up * q * boom_w / 2 + d * .3, .3)
    mb.mat(M[colour]); mb.prism([(-.6, -.7), (1.1, -.9), (1.6, 0), (1.0, .9), (-.6, .7)], tip + Y * .45, d, up, .06); mb.prism([(-.6, -.7), (1.1, -.9), (1.6, 0), (1.0, .9), (-.6, .7)], tip - Y * .45, d, up, .06)
    mb.mat(M['steel'])
    for off in (.35, 1.0):
        c = tip + d * off - up * .35
        for y in (-.25, 0, .25): mb.lathe([(.1, -.06), (.55, -.07), (.5, 0), (.55, .07), (.1, .06)], c + Y * y, Y, 24)
    # mast, pendants
    mtop = V((-5.2, 0, 13.0))
    mb.mat(M['boom'])
    for sy in (-.75, .75): mb.beam((.2, sy, 2.4), mtop + Y * sy * .8, .28, .34)
    for k in (.2, .4, .6, .8, 1): mb.tube(V((.2, -.75, 2.4)).lerp(mtop - Y * .6, k), V((.2, .75, 2.4)).lerp(mtop + Y * .6, k), .07)
    mb.mat(M['rope'])
    for sy in (-.55, .55):
        a, b = mtop + Y * sy, tip + Y * sy * .8 - d * 1.0 + up * .8
        mb.sweep(catenary(a, b, .35), .055, 6)
        for o in (-.12, .12): mb.tube(mtop + Y * (sy + o), V((-5.6, sy + o, 4.9)), .04, n=6)
    for y in (-.2, .0): mb.tube((.2, y, 3.4), tip + up * .55 + Y * y, .03, n=6)
    hook_top = None
    if hoist:
        c = tip + d * 1.0 - up * .35 + X * .45
        zt = hoist
        for i in range(6): mb.tube(c + Y * (-.3 + i * .12) + X * (i % 2) * .05, V((c.x, -.3 + i * .12, zt)), .03, n=6)
        hook_top = V((c.x, 0, zt))
        hook_block(mb, M, hook_top, 1.0)
        mb.mat(M['dark']); mb.sphere(V((tip.x + 1.6, .0, zt + 14)), .28, 12)
        mb.mat(M['rope']); mb.tube(tip + d * 1.6, V((tip.x + 1.6, 0, zt + 14)), .015, n=5)
    mb.mat(M['lamp_red']); mb.sphere(tip + d * 1.7 + up * .9, .16, 10)
    return mb, tip, hook_top


def hook_block(mb, M, top, s=1.):
    """Small hook block for cranes in the distance; top = rope entry. Hook bottom is 2.05*s below."""
    t = V(top)
    mb.mat(M['hook']); mb.prism([(-.5 * s, 0), (.5 * s, 0), (.55 * s, -.5 * s), (.2 * s, -1.05 * s), (-.2 * s, -1.05 * s), (-.55 * s, -.5 * s)], t + Y * .35 * s, X, Z, .1 * s)
    mb.prism([(-.5 * s, 0), (.5 * s, 0), (.55 * s, -.5 * s), (.2 * s, -1.05 * s), (-.2 * s, -1.05 * s), (-.55 * s, -.5 * s)], t - Y * .35 * s, X, Z, .1 * s)
    mb.mat(M['steel'])
    for y in (-.2, 0, .2): mb.lathe([(.1, -.07), (.48, -.08), (.42, 0), (.48, .08), (.1, .07)], t + V((0, y, -.45)) * s, Y, 20)
    mb.tube(t - Z * .95 * s, t - Z * 1.35 * s, .12 * s)
    c = t - Z * 1.68 * s
    pts = [t - Z * 1.3 * s] + arc(c, Z, X, .26 * s, .2, 1.45 * pi, 14)
    mb.sweep(pts, [.11 * s] + [.09 * s + .05 * s * math.sin(pi * i / 14) for i in range(15)], 8)


# ------------------------------------------------------------------ sky, camera, render
def sky(sun_el, sun_az, strength=.1, clouds=.5, cloud_scale=1.2, cloud_lit=(1, .75, .5), cloud_dark=(.3, .3, .38), cover=.5, glow=0, air=1., dust=2., ozone=1., sun_disc=True, sun_int=1., gradient=None, horizon=None, seed=0., stretch=(1, 1), cloud_fade=.06):
    """World: Nishita sky (or a painted gradient) plus fractal cloud sheet lit from the sun's side.
    sun_az: degrees from +Y clockwise seen from above. Returns the direction to the sun."""
    el, az = math.radians(sun_el), math.radians(sun_az)
    sun = V((math.sin(az) * math.cos(el), math.cos(az) * math.cos(el), math.sin(el)))
    w = bpy.context.scene.world or bpy.data.worlds.new('w'); bpy.context.scene.world = w
    w.use_nodes = True; t = w.node_tree; t.nodes.clear(); n = N(t)
    dirv = n('ShaderNodeTexCoord').outputs['Generated']
    dirv = n.vmath('NORMALIZE', dirv)
    z = n('ShaderNodeSeparateXYZ', i0=dirv).outputs[2]
    flat = V((sun.x, sun.y, 0)).normalized()
    dot = n.vmath('DOT_PRODUCT', dirv, tuple(sun), 1)
    if gradient:
        e = n.math('POWER', n.math('MAXIMUM', z, 0.), .5)
        away, toward = n.ramp(e, gradient[0]), n.ramp(e, gradient[1])
        f = n.math('MULTIPLY', n.math('ADD', n.vmath('DOT_PRODUCT', dirv, tuple(flat), 1), 1.), .5)
        f = n.math('POWER', f, gradient[2] if len(gradient) > 2 else 3.)
        base = n.mix(f, away, toward)
    else:
        st = n('ShaderNodeTexSky', sky_type='NISHITA', sun_elevation=el, sun_rotation=az, sun_disc=sun_disc, sun_intensity=sun_int, air_density=air, dust_density=dust, ozone_density=ozone, altitude=10)
        base = n.mix(1., st.outputs[0], (strength, strength, strength, 1), 'MULTIPLY')
    if glow:
        g = n.math('POWER', n.math('MAXIMUM', dot, 0.), glow[1])
        base = n.mix(1., base, n.mix(n.math('MULTIPLY', g, 1.), (0, 0, 0, 1), (*[c * glow[0] for c in glow[2]], 1)), 'ADD')
    if clouds:
        zz = n.math('ADD', n.math('MAXIMUM', z, 0.), .09)
        p = n('ShaderNodeVectorMath', operation='DIVIDE', i0=dirv, i1=n('ShaderNodeCombineXYZ', i0=zz, i1=zz, i2=zz).outputs[0]).outputs[0]
        p = n.vmath('MULTIPLY', p, (stretch[0], stretch[1], 0)); p = n.vmath('ADD', p, (seed, seed * .7, seed * .3))
        d = n.noise(p, cloud_scale, 12, .56, .25)
        d2 = n.noise(n.vmath('ADD', p, tuple(V((flat.x, flat.y, 0)) * .12)), cloud_scale, 5, .56, .25)
        dens = n.ramp(d, [(cover, 0.), (cover + .2, 1.)], 'EASE')
        lit = n.math('MULTIPLY', n.math('SUBTRACT', d, d2), 6.); lit = n.math('ADD', lit, .45, True)
        lit = n.math('MAXIMUM', lit, n.math('SUBTRACT', 1., n.math('MULTIPLY', dens, 1.3)), True)
        near = n.math('POWER', n.math('MULTIPLY', n.math('ADD', dot, 1.), .5), 4.)
        litc = n.mix(1., (*cloud_lit, 1), n.ramp(near, [(0., .35), (1., 1.6)]), 'MULTIPLY')
        ccol = n.mix(lit, (*cloud_dark, 1), litc)
        fade = n.ramp(z, [(0., 0.), (cloud_fade, 0.25), (.3, 1.)])
        f = n.math('MULTIPLY', n.math('MULTIPLY', dens, clouds), fade)
        base = n.mix(f, base, ccol)
    if horizon:   # (colour, sharpness): haze band
        f = n.math('POWER', n.math('SUBTRACT', 1., n.math('MAXIMUM', z, 0.)), horizon[1])
        g = n.math('POWER', n.math('MAXIMUM', dot, 0.), HAZE['power'])
        base = n.mix(n.math('MULTIPLY', f, horizon[2] if len(horizon) > 2 else .9), base, n.mix(g, (*HAZE['color'], 1), (*HAZE['sun_color'], 1)))
    bg = n('ShaderNodeBackground', i0=base); o = n('ShaderNodeOutputWorld'); t.links.new(bg.outputs[0], o.inputs[0])
    return sun


def sun_lamp(direction, color, energy, angle=.6):
    l = bpy.data.lights.new('sun', 'SUN'); l.color, l.energy, l.angle = color, energy, math.radians(angle)
    o = bpy.data.objects.new('sun', l); o.rotation_euler = V(direction).to_track_quat('Z', 'Y').to_euler()
    bpy.context.collection.objects.link(o)


def point(loc, color, watts, r=.3):
    l = bpy.data.lights.new('p', 'POINT'); l.color, l.energy, l.shadow_soft_size = color, watts, r
    o = bpy.data.objects.new('p', l); o.location = loc; bpy.context.collection.objects.link(o)


def camera(loc, target, lens, fstop=None, focus=None, shift=(0, 0)):
    c = bpy.data.cameras.new('cam'); c.lens, c.shift_x, c.shift_y = lens, *shift
    c.clip_end = 60000; c.clip_start = .05
    o = bpy.data.objects.new('cam', c); o.location = loc
    o.rotation_euler = (V(target) - V(loc)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.collection.objects.link(o); bpy.context.scene.camera = o
    if fstop:
        c.dof.use_dof, c.dof.aperture_fstop, c.dof.focus_distance = True, fstop, focus
        c.dof.aperture_blades = 9
    return o


def heightfield(x0, x1, y0, y1, nx, ny, fn, material, name='ground', warp=1.):
    """Grid of heights z=fn(x,y); rows bunch towards y0 when warp>1."""
    vs, fs = [], []
    for j in range(ny + 1):
        y = y0 + (y1 - y0) * (j / ny) ** warp
        for i in range(nx + 1):
            x = x0 + (x1 - x0) * i / nx
            vs.append((x, y, fn(x, y)))
    for j in range(ny):
        for i in range(nx):
            a = j * (nx + 1) + i; fs.append((a, a + 1, a + nx + 2, a + nx + 1))
    mb = MB(name); mb.mat(material); mb.add(vs, fs, True)
    return mb.build()


def water(cam_xy, dirn, spread, near, far, nr, na, waves, color=(.004, .02, .03), rough=.06, bump=.35, bscale=1.2, seed=1, level=0.):
    """Fan-shaped sea surface, finer near the camera, displaced by a sum of sharpened sine waves."""
    import numpy as np
    rng = random.Random(seed)
    r = near * (far / near) ** (np.arange(nr + 1) / nr)
    a = dirn + (np.arange(na + 1) / na - .5) * spread
    R, A = np.meshgrid(r, a, indexing='ij')
    x, y = cam_xy[0] + R * np.sin(A), cam_xy[1] + R * np.cos(A)
    z = np.zeros_like(x)
    step = R * (math.log(far / near) / nr)
    for L, amp, th in waves:
        for k in range(5):
            l = L * rng.uniform(.65, 1.5); t = th + rng.gauss(0, .45); ph = rng.uniform(0, 6.28)
            w = 2 * pi / l
            s = np.sin(w * (x * math.sin(t) + y * math.cos(t)) + ph + .6 * np.sin(w * .23 * (x * math.cos(t) - y * math.sin(t)) + ph * 3))
            z += amp / 2.2 * (2 * (1 - np.abs(s)) ** 1.3 - 1) * np.clip(l / (step * 2.5) - 1, 0, 1)
    vs = np.stack([x, y, z + level], -1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(nr), np.arange(na), indexing='ij')
    b = (i * (na + 1) + j).ravel()
    fs = np.stack([b, b + na + 1, b + na + 2, b + 1], -1)
    me = bpy.data.meshes.new('water')
    me.vertices.add(len(vs)); me.vertices.foreach_set('co', vs.astype('f').ravel())
    me.loops.add(fs.size); me.loops.foreach_set('vertex_index', fs.astype('i').ravel())
    me.polygons.add(len(fs)); me.polygons.foreach_set('loop_start', np.arange(len(fs), dtype='i') * 4); me.polygons.foreach_set('loop_total', np.full(len(fs), 4, 'i'))
    me.polygons.foreach_set('use_smooth', np.ones(len(fs), bool)); me.update(calc_edges=True)
    ob = bpy.data.objects.new('water', me); bpy.context.collection.objects.link(ob)
    m = bpy.data.materials.new('water'); m.use_nodes = True; t = m.node_tree; t.nodes.clear(); n = N(t)
    pos = n('ShaderNodeNewGeometry').outputs['Position']
    st = n.vmath('MULTIPLY', pos, (1., 1.6, 1.))
    h = n.math('ADD', n.noise(st, bscale, 3, .6), n.math('MULTIPLY', n.noise(st, bscale * .22, 4, .6), 2.2))
    vd = n('ShaderNodeCameraData').outputs['View Distance']
    k = n.math('DIVIDE', bump, n.math('ADD', 1., n.math('DIVIDE', vd, 600.)))
    bp = n('ShaderNodeBump', in_Strength=k, in_Distance=.5, in_Height=h)
    rg = n.math('MINIMUM', n.math('ADD', rough, n.math('DIVIDE', vd, 9000.)), .28)
    p = n('ShaderNodeBsdfPrincipled', in_Base_Color=(*color, 1), in_Roughness=rg, in_IOR=1.333, in_Specular=.5, in_Normal=bp.outputs[0])
    haze_out(n, p.outputs[0]); me.materials.append(m)
    return ob


def args():
    """-- W SAMPLES OUT [key=val]"""
    a = sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else []
    return int(a[0]) if a else 640, int(a[1]) if len(a) > 1 else 24, a[2] if len(a) > 2 else 'out'


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def render(ratio=.5):
    """Writes OUT.{rgb,alb,nrm,mist}.000{1,2}.exr: scene-linear colour and features, two seeds, for post.py."""
    W, spp, out = args()
    sc = bpy.context.scene
    sc.render.engine = 'CYCLES'; sc.cycles.device = 'CPU'
    sc.cycles.samples = max(8, spp // 2); sc.cycles.use_adaptive_sampling = True
    sc.cycles.adaptive_threshold = .018; sc.cycles.adaptive_min_samples = max(12, spp // 4)
    sc.cycles.use_denoising = False
    sc.cycles.max_bounces, sc.cycles.diffuse_bounces, sc.cycles.glossy_bounces, sc.cycles.transmission_bounces = 5, 2, 3, 3
    sc.cycles.sample_clamp_indirect = 4; sc.cycles.sample_clamp_direct = 60; sc.cycles.blur_glossy = .6
    sc.cycles.caustics_reflective = sc.cycles.caustics_refractive = False
    sc.render.resolution_x, sc.render.resolution_y, sc.render.resolution_percentage = W, int(W * ratio), 100
    if os.environ.get('CROP'):                             # CROP=x0,x1,y0,y1 (0..1, y up): look at one part in full size
        r = sc.render; r.use_border = r.use_crop_to_border = True
        r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = map(float, os.environ['CROP'].split(','))
    sc.render.threads_mode = 'FIXED'; sc.render.threads = int(os.environ.get('THREADS', '2'))
    sc.view_layers[0].use_pass_diffuse_color = sc.view_layers[0].use_pass_normal = sc.view_layers[0].use_pass_mist = True
    sc.world.mist_settings.start, sc.world.mist_settings.depth, sc.world.mist_settings.falloff = 0, 400, 'LINEAR'
    sc.use_nodes = True; t = sc.node_tree; t.nodes.clear()
    rl = t.nodes.new('CompositorNodeRLayers')
    fo = t.nodes.new('CompositorNodeOutputFile'); fo.base_path = os.path.dirname(out)
    fo.format.file_format = 'OPEN_EXR'; fo.format.color_depth = '32'; fo.format.exr_codec = 'ZIP'
    fo.file_slots.clear()
    b = os.path.basename(out)
    for nm, ps in (('rgb', 'Image'), ('alb', 'DiffCol'), ('nrm', 'Normal'), ('mist', 'Mist')):
        fo.file_slots.new(f'{b}.{nm}.'); t.links.new(rl.outputs[ps], fo.inputs[-1])
    for f in (1, 2):                                       # two half-sample renders: their difference is the noise estimate
        sc.frame_set(f); sc.cycles.seed = f
        bpy.ops.render.render()
