// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IIdentity} from "../interfaces/IIdentity.sol";
import {PropertyToken} from "../token/PropertyToken.sol";
import {Fixture} from "./Fixture.sol";

/// Calls the suite with random values, as each role and as strangers, and keeps its own books.
contract Handler is Fixture {
    PropertyToken public token;
    address[] public actors;
    uint256 public minted;
    uint256 public burned;
    uint64 public allotments;
    /// Set when something happened that must never happen.
    string public failure;

    constructor() {
        deploySuite();
        token = deployProperty("marina");
        recordTitle(token);
        for (uint256 i; i < 5; ++i) {
            actors.push(onboard(i, i % 2 == 0 ? UAE : FRANCE));
        }
        actors.push(onboard(5, ELSEWHERE));
        register(address(0x0111), actors[0], UAE);
        actors.push(address(0x0111));
        actors.push(STRANGER);
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }

    function allotBatch(uint256 seed, uint8 size, uint64 wrong) external {
        uint256 length = size % 4;
        address[] memory to = new address[](length);
        uint256[] memory amounts = new uint256[](length);
        uint256 sum;
        for (uint256 i; i < length; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            to[i] = actor(seed);
            amounts[i] = (seed >> 200) % 60;
            sum += amounts[i];
        }
        uint64 next = wrong % 8 == 0 ? wrong : allotments;
        bool verified = allVerified(to);
        vm.prank(MINTER);
        (bool done,) = address(token).call(abi.encodeCall(token.mintAllotments, (next, 0, to, amounts)));
        if (!done) return;
        if (next != allotments) failure = "an allotment was minted out of sequence";
        if (!verified) failure = "an unverified wallet received an allotment";
        allotments += uint64(length);
        minted += sum;
    }

    function mint(uint256 to, uint256 amount) external {
        address wallet = actor(to);
        amount = amount % 60;
        bool verified = registry.isVerified(wallet);
        vm.prank(DIRECT_MINTER);
        (bool done,) = address(token).call(abi.encodeCall(token.mint, (wallet, amount)));
        if (!done) return;
        if (!verified) failure = "an unverified wallet received minted shares";
        minted += amount;
    }

    function transfer(uint256 from, uint256 to, uint256 amount) external {
        (address sender, address receiver) = (actor(from), actor(to));
        bool verified = registry.isVerified(receiver);
        bool free = !token.isFrozen(sender) && !token.isFrozen(receiver) && !token.paused();
        amount = amount % 50;
        bool enough = token.balanceOf(sender) - token.getFrozenTokens(sender) >= amount;
        vm.prank(sender);
        (bool done,) = address(token).call(abi.encodeCall(token.transfer, (receiver, amount)));
        if (done && !verified) failure = "an unverified wallet received a transfer";
        if (done && !(free && enough)) failure = "frozen shares were transferred";
    }

    function forcedTransfer(uint256 from, uint256 to, uint256 amount) external {
        (address sender, address receiver) = (actor(from), actor(to));
        bool verified = registry.isVerified(receiver);
        vm.prank(ENFORCER);
        (bool done,) = address(token).call(abi.encodeCall(token.forcedTransfer, (sender, receiver, amount % 50)));
        if (done && !verified) failure = "an unverified wallet received a forced transfer";
        if (done && sender == receiver) failure = "shares were forced back to their own wallet";
    }

    function burn(uint256 from, uint256 amount) external {
        amount = amount % 30;
        vm.prank(ENFORCER);
        (bool done,) = address(token).call(abi.encodeCall(token.burn, (actor(from), amount)));
        if (done) burned += amount;
    }

    function recover(bool back) external {
        (address lost, address next) = back ? (actors[6], actors[0]) : (actors[0], actors[6]);
        bool verified = registry.isVerified(next);
        vm.prank(ENFORCER);
        (bool done,) = address(token).call(abi.encodeCall(token.recoveryAddress, (lost, next, actors[0])));
        if (done && !verified) failure = "an unverified wallet recovered shares";
    }

    function freeze(uint256 who, uint256 amount, uint8 what) external {
        address wallet = actor(who);
        vm.prank(ENFORCER);
        bytes memory call = abi.encodeCall(token.setAddressFrozen, (wallet, what % 4 == 0));
        if (what % 3 == 1) call = abi.encodeCall(token.freezePartialTokens, (wallet, amount % 30));
        if (what % 3 == 2) call = abi.encodeCall(token.unfreezePartialTokens, (wallet, amount % 30));
        (bool ignored,) = address(token).call(call);
        ignored;
    }

    function pause(uint8 what) external {
        vm.prank(PAUSER);
        (bool ignored,) = address(token).call(
            what % 4 == 0 ? abi.encodeCall(token.pause, ()) : abi.encodeCall(token.unpause, ())
        );
        ignored;
    }

    /// The registrar deletes a wallet, or registers it again.
    function toggleRegistration(uint256 who) external {
        uint256 index = who % 6;
        address wallet = actors[index];
        vm.startPrank(REGISTRAR);
        if (registry.contains(wallet)) registry.deleteIdentity(wallet);
        else registry.registerIdentity(wallet, IIdentity(wallet), index == 5 ? ELSEWHERE : UAE);
        vm.stopPrank();
    }

    /// Calls of accounts without a role change nothing.
    function trespass(uint256 who, uint256 amount, uint8 what) external {
        address wallet = actor(who);
        (address[] memory to, uint256[] memory amounts) = one(actors[0], amount % 10 + 1);
        bytes[13] memory calls = [
            abi.encodeCall(token.mintAllotments, (allotments, 0, to, amounts)),
            abi.encodeCall(token.mint, (to[0], 1)),
            abi.encodeCall(token.batchMint, (to, amounts)),
            abi.encodeCall(token.burn, (to[0], 1)),
            abi.encodeCall(token.forcedTransfer, (to[0], wallet, 1)),
            abi.encodeCall(token.recoveryAddress, (to[0], wallet, to[0])),
            abi.encodeCall(token.setAddressFrozen, (to[0], true)),
            abi.encodeCall(token.freezePartialTokens, (to[0], 1)),
            abi.encodeCall(token.unfreezePartialTokens, (to[0], 0)),
            abi.encodeCall(token.recordTitle, ("other")),
            abi.encodeCall(token.pause, ()),
            abi.encodeCall(token.setCompliance, (wallet)),
            abi.encodeCall(token.addAgent, (wallet))
        ];
        vm.prank(wallet);
        (bool done,) = address(token).call(calls[what % 13]);
        if (done) failure = "an account without the role changed something";
    }

    function actor(uint256 seed) private view returns (address) {
        return actors[seed % actors.length];
    }

    function allVerified(address[] memory to) private view returns (bool) {
        for (uint256 i; i < to.length; ++i) {
            if (!registry.isVerified(to[i])) return false;
        }
        return true;
    }
}

/// What holds after any sequence of calls.
contract InvariantsTest {
    Handler private handler;

    function setUp() public {
        handler = new Handler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_books_agree() public view {
        PropertyToken token = handler.token();
        uint256 sum;
        uint256 holders;
        for (uint256 i; i < handler.actorCount(); ++i) {
            address wallet = handler.actors(i);
            uint256 balance = token.balanceOf(wallet);
            sum += balance;
            if (balance > 0) ++holders;
            require(token.getFrozenTokens(wallet) <= balance, "frozen shares exceed the balance");
        }
        require(token.totalSupply() == sum, "the supply is not the sum of the balances");
        require(token.totalSupply() == handler.minted() - handler.burned(), "the supply is not minted less burned");
        require(token.totalSupply() <= token.cap(), "the supply exceeds the units of the property");
        require(token.holderCount() == holders, "the number of holders is wrong");
        require(token.allotmentCount() == handler.allotments(), "the sequence is not dense");
        require(bytes(handler.failure()).length == 0, handler.failure());
    }
}
